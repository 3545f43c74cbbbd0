/** A text with all its percent-encoding decoded, however often it was applied, and where each character comes from. */
export interface DecodedText {
  /** One character for each byte of an escape, so that names and separators in ASCII can be searched for. */
  readonly text: string
  /** The part of the original text that the characters from `from` to before `to` come from. */
  readonly original: (from: number, to: number) => string
  /** How often the character at this place was encoded. */
  readonly depth: (at: number) => number
}

const percent = 0x25

/** The value of a hexadecimal digit, or -1. */
function digitOf(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30
  const lower = code | 0x20
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1
}

/** Decodes until no escape is left, in time linear in the length; a malformed escape is kept as it is. */
export function decodeText(raw: string): DecodedText {
  const codes: number[] = []
  const starts: number[] = []
  const depths: number[] = []
  for (let index = 0; index < raw.length; index += 1) {
    codes.push(raw.charCodeAt(index))
    starts.push(index)
    depths.push(0)
    // A decoded character can be the last one of another escape.
    for (let at = codes.length - 3; at >= 0 && codes[at] === percent; at = codes.length - 3) {
      const [high, low] = [digitOf(codes[at + 1] ?? 0), digitOf(codes[at + 2] ?? 0)]
      if (high < 0 || low < 0) break
      const depth = 1 + Math.max(...depths.slice(at))
      codes.splice(at, 3, high * 16 + low)
      starts.length = at + 1
      depths.splice(at, 3, depth)
    }
  }
  return {
    text: textOf(codes),
    original: (from, to) => raw.slice(starts[from] ?? raw.length, starts[to] ?? raw.length),
    depth: (at) => depths[at] ?? 0,
  }
}

/** The text of these character codes; in pieces, since a call takes only so many arguments. */
function textOf(codes: readonly number[]): string {
  const pieces: string[] = []
  for (let at = 0; at < codes.length; at += 4096) pieces.push(String.fromCharCode(...codes.slice(at, at + 4096)))
  return pieces.join('')
}
