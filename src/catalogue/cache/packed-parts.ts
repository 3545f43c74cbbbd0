import { invariant } from '../../errors.ts'
import type { RecordParts } from '../../records/record-parts.ts'

const quote = 0x22
const backslash = 0x5c
const minus = 0x2d
const digit0 = 0x30
const digit9 = 0x39

/** The parts of a packed record, valid until the next call. `text`: its tokens (`packed-record.ts`), as JSON. */
type PartsOf = (text: string, key: string) => RecordParts

/** Opens a reader of records whose names are in these lists. */
export function openPackedParts(lists: readonly (readonly string[])[]): PartsOf {
  const reader = new PartsReader(lists)
  return (text, key) => reader.open(text, key)
}

/** A class, not closures: its fields are read for each value. */
class PartsReader implements RecordParts {
  readonly #lists: readonly (readonly string[])[]
  #text = ''
  #key = ''
  /** Where the next token begins. */
  #at = 0
  /** True where a value can be in another form in JSON. */
  #hasEscapes = false

  constructor(lists: readonly (readonly string[])[]) {
    this.#lists = lists
  }

  open(text: string, key: string): RecordParts {
    this.#text = text
    this.#key = key
    this.#at = 1
    this.#hasEscapes = text.includes('\\')
    return this
  }

  begin(): void {
    this.count()
  }

  names(): readonly string[] {
    const list = this.#lists[this.count()]
    invariant(list !== undefined, 'a list of the name table')
    return list
  }

  isNext(value: string | undefined): boolean {
    const start = this.#at + 1
    if (value === undefined) return false
    if (this.#text.charCodeAt(start - 1) !== quote) {
      if (value !== this.#key) return false
      this.#at = start + 1
      return true
    }
    const end = this.#endFrom(start)
    const isSame = this.#hasEscapes
      ? this.#textAt(start, end) === value
      : end - start === value.length && this.#text.startsWith(value, start)
    if (isSame) this.#at = end + 2
    return isSame
  }

  value(): string {
    const start = this.#at + 1
    if (this.#text.charCodeAt(start - 1) !== quote) {
      this.#at = start + 1
      return this.#key
    }
    const end = this.#endFrom(start)
    this.#at = end + 2
    return this.#textAt(start, end)
  }

  count(): number {
    const text = this.#text
    let at = this.#at
    const isNegative = text.charCodeAt(at) === minus
    if (isNegative) at += 1
    let number = 0
    let code = text.charCodeAt(at)
    invariant(code >= digit0 && code <= digit9, 'a packed number')
    while (code >= digit0 && code <= digit9) {
      number = number * 10 + code - digit0
      at += 1
      code = text.charCodeAt(at)
    }
    this.#at = at + 1
    return isNegative ? -number : number
  }

  end(): void {
    if (this.count() !== 0) this.#passParts()
  }

  place(): number {
    return this.#at
  }

  goTo(place: number): void {
    this.#at = place
  }

  /** Passes fields and collections. */
  #passParts(): void {
    for (let left = this.names().length; left > 0; left -= 1) this.value()
    for (let left = this.names().length; left > 0; left -= 1) {
      const count = this.count()
      for (let rows = count < 0 ? 1 : count; rows > 0; rows -= 1) {
        this.begin()
        this.#passParts()
        this.end()
      }
    }
  }

  /** Where the quote is that ends the text in quotes which begins here. */
  #endFrom(start: number): number {
    let end = this.#text.indexOf('"', start)
    while (this.#hasEscapes && this.#isEscaped(end)) end = this.#text.indexOf('"', end + 1)
    invariant(end >= start, 'a packed text')
    return end
  }

  #isEscaped(at: number): boolean {
    let first = at
    while (this.#text.charCodeAt(first - 1) === backslash) first -= 1
    return (at - first) % 2 === 1
  }

  #textAt(start: number, end: number): string {
    const text = this.#text.slice(start, end)
    if (!this.#hasEscapes || !text.includes('\\')) return text
    const value: unknown = JSON.parse(`"${text}"`)
    return String(value)
  }
}
