/** Texts and numbers one after the other. What they mean is known to those who write and read them. */
export interface PackedValues {
  /** All texts without what is between them. */
  readonly texts: string
  /** Characters of seven bits each: the numbers, and the length of each text or the place of an equal one before it. */
  readonly codes: string
}

/** Writes the values of some objects. */
export interface PackedWriter {
  /** A whole number of at most 31 bits, not negative. */
  number(value: number): void
  /** A text that was written before takes one number. */
  text(value: string): void
  end(): PackedValues
}

/** Reads values in the order in which they were written. */
export interface PackedReader {
  number(): number
  text(): string
}

/** A number has seven bits in each character, the lowest first; all but its last have this bit too. */
const more = 0x80

/** Arguments of a call are on the stack: it takes at most so many codes. */
const atOnce = 4096

function textOfCodes(codes: readonly number[]): string {
  const parts: string[] = []
  for (let at = 0; at < codes.length; at += atOnce) parts.push(String.fromCharCode(...codes.slice(at, at + atOnce)))
  return parts.join('')
}

/** Opens a writer; its texts are those of objects that are close to each other, such as the rows of one record. */
export function openPackedWriter(): PackedWriter {
  const texts: string[] = []
  const places = new Map<string, number>()
  const codes: number[] = []
  function number(value: number): void {
    let left = value
    for (; left >= more; left >>>= 7) codes.push((left % more) + more)
    codes.push(left)
  }
  return {
    number,
    text(value) {
      const place = places.get(value)
      if (place !== undefined) return number(2 * place + 1)
      number(2 * value.length)
      places.set(value, texts.push(value) - 1)
    },
    end: () => ({ texts: texts.join(''), codes: textOfCodes(codes) }),
  }
}

/** Opens a reader of what a `PackedWriter` has written. */
export function openPackedReader({ texts, codes }: PackedValues): PackedReader {
  const known: string[] = []
  let [at, start] = [0, 0]
  function number(): number {
    let [value, shift] = [0, 0]
    let code = codes.charCodeAt(at)
    for (; code >= more; code = codes.charCodeAt(at)) {
      value += (code - more) << shift
      shift += 7
      at += 1
    }
    at += 1
    return value + (code << shift)
  }
  return {
    number,
    text() {
      const code = number()
      if (code % 2 === 1) return known[code >> 1] ?? ''
      const text = texts.slice(start, start + code / 2)
      start += text.length
      known.push(text)
      return text
    },
  }
}
