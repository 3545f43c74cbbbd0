/** A part of a JSON object that is read piece by piece. */
export type JsonPart =
  /** A member whose value was read whole. */
  | { readonly kind: 'member'; readonly name: string; readonly value: unknown }
  /** The start of a member whose elements follow one by one. A name may come twice: the later one counts. */
  | { readonly kind: 'list'; readonly name: string }
  | { readonly kind: 'element'; readonly name: string; readonly value: unknown }

/** Reads one JSON object from the pieces of its text. */
export interface JsonParts {
  /** The parts that end in this piece. Throws `JsonBroken`. */
  push(piece: string): Generator<JsonPart, void>
  /** Throws `JsonBroken` when the object has not ended. */
  end(): void
}

/** The text is not one JSON object, ends too early, or has a value that is too deep or too long. */
export class JsonBroken extends Error {
  override readonly name = 'JsonBroken'
}

/** What may come next, besides white space. */
type Expected = 'object' | 'first name' | 'name' | 'colon' | 'value' | 'comma' | 'first element' | 'element' | 'element comma' | 'nothing'

/** A name or a value that has begun and not ended. */
interface OpenValue {
  readonly kind: 'string' | 'nested' | 'scalar'
  readonly pieces: string[]
  length: number
  depth: number
  inString: boolean
  /** True where the last piece ended with a backslash in a string. */
  escaped: boolean
}

const deepest = 64
const longest = 100_000_000

/**
 * Splits an object into its members, and the members named in `lists`, where they are arrays, into their elements; only one
 * of them is held as text at a time. It accepts what `JSON.parse` accepts: the punctuation between the parts is checked
 * here, each part by `JSON.parse`. Values that nest or measure more than any plan are refused.
 */
export function openJsonParts(lists: ReadonlySet<string>): JsonParts {
  let expected: Expected = 'object'
  let name = ''
  let open: OpenValue | null = null

  function valueEnded(value: unknown): JsonPart | undefined {
    if (isName.has(expected)) {
      name = String(value)
      expected = 'colon'
      return undefined
    }
    const isMember = expected === 'value'
    expected = isMember ? 'comma' : 'element comma'
    return { kind: isMember ? 'member' : 'element', name, value }
  }

  /** Reads one punctuation mark, name or value, or as much of it as the piece has; returns where it ends. */
  function readOne(piece: string, from: number, readLine: ReadLine): { readonly at: number; readonly part?: JsonPart | undefined } {
    const char = piece.charAt(from)
    const next = punctuation[expected][char]
    if (open === null && next !== undefined) {
      expected = next
      return { at: from + 1 }
    }
    if (open === null && expected === 'value' && char === '[' && lists.has(name)) {
      expected = 'first element'
      return { at: from + 1, part: { kind: 'list', name } }
    }
    const line = open === null && isElement.has(expected) ? readLine(from) : undefined
    if (line) return { at: line.end, part: valueEnded(line.value) }
    open ??= openValue(char, expected)
    const end = endOfValue(open, piece, from)
    keep(open, piece.slice(from, end))
    if (end === undefined) return { at: piece.length }
    const value = parse(open.pieces.join(''))
    open = null
    return { at: end, part: valueEnded(value) }
  }

  return {
    *push(piece) {
      const readLine = openLines(piece)
      let at = open === null ? afterSpace(piece, 0) : 0
      while (at < piece.length) {
        const read = readOne(piece, at, readLine)
        if (read.part) yield read.part
        at = open === null ? afterSpace(piece, read.at) : piece.length
      }
    },
    end() {
      if (open !== null || expected !== 'nothing') throw new JsonBroken('the object has not ended')
    },
  }
}

/** The punctuation between names and values, and what may follow each mark. */
const punctuation: Readonly<Record<Expected, Readonly<Partial<Record<string, Expected>>>>> = {
  object: { '{': 'first name' },
  'first name': { '}': 'nothing' },
  name: {},
  colon: { ':': 'value' },
  value: {},
  comma: { ',': 'name', '}': 'nothing' },
  'first element': { ']': 'comma' },
  element: {},
  'element comma': { ',': 'element', ']': 'comma' },
  nothing: {},
}

const isName: ReadonlySet<Expected> = new Set<Expected>(['first name', 'name'])
const isElement: ReadonlySet<Expected> = new Set<Expected>(['first element', 'element'])
const isValue: ReadonlySet<Expected> = new Set<Expected>(['value', ...isElement])

function openValue(char: string, expected: Expected): OpenValue {
  const kind = char === '"' ? 'string' : char === '{' || char === '[' ? 'nested' : 'scalar'
  if (!isValue.has(expected) && !(isName.has(expected) && kind === 'string')) throw new JsonBroken(`${expected} expected`)
  return { kind, pieces: [], length: 0, depth: 0, inString: false, escaped: false }
}

function keep(value: OpenValue, piece: string): void {
  value.pieces.push(piece)
  value.length += piece.length
  if (value.length > longest) throw new JsonBroken('a value is too long')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new JsonBroken('a value is not JSON', { cause: error })
  }
}

/** A value, and where it ends. */
interface Line {
  readonly value: unknown
  readonly end: number
}

/**
 * Reads a value that begins here and ends with its line, as a plan file is written; its end is found without a look at its characters. `undefined` where the rest
 * of the line is not one value, and where it may nest too deeply: such values are read character by character.
 */
type ReadLine = (from: number) => Line | undefined

/** Opens the reading of the lines of a piece. Each line is tried once: of several values on one line only the last ends with it. */
function openLines(piece: string): ReadLine {
  let next = 0
  return (from) => {
    if (from < next) return undefined
    const newline = piece.indexOf('\n', from)
    next = newline < 0 ? piece.length : newline + 1
    return newline < 0 ? undefined : lineOf(piece, from, newline)
  }
}

function lineOf(piece: string, from: number, newline: number): Line | undefined {
  const end = piece.charAt(newline - 1) === ',' ? newline - 1 : newline
  const text = piece.slice(from, end)
  if (text.length > longest || hasManyBrackets(text)) return undefined
  try {
    return { value: JSON.parse(text), end }
  } catch {
    return undefined
  }
}

/** True for more brackets than there may be levels. */
function hasManyBrackets(text: string): boolean {
  let count = 0
  for (const bracket of ['{', '[']) {
    for (let at = text.indexOf(bracket); at >= 0; at = text.indexOf(bracket, at + 1)) {
      count += 1
      if (count > deepest) return true
    }
  }
  return false
}

function afterSpace(text: string, at: number): number {
  space.lastIndex = at
  space.test(text)
  return space.lastIndex
}

const space = /[ \t\n\r]*/y
const specialInString = /["\\]/g
const specialInNested = /["{}[\]]/g
const afterScalar = /[ \t\n\r,:"{}[\]]/g

/** The place in the piece where the value ends, or `undefined` where it goes on in the next one. */
function endOfValue(value: OpenValue, piece: string, from: number): number | undefined {
  if (value.kind === 'scalar') return indexOf(afterScalar, piece, from)
  let at = from
  if (value.escaped && at < piece.length) {
    value.escaped = false
    at += 1
  }
  for (;;) {
    const found = indexOf(value.inString ? specialInString : specialInNested, piece, at)
    if (found === undefined) return undefined
    at = found + 1
    const char = piece.charAt(found)
    if (char === '\\') {
      at += 1
      value.escaped = at > piece.length
    } else if (takeSpecial(value, char)) return at
  }
}

/** Takes a quote or a bracket; true where the value ends with it. */
function takeSpecial(value: OpenValue, char: string): boolean {
  if (char === '"') value.inString = !value.inString
  else value.depth += char === '{' || char === '[' ? 1 : -1
  if (value.depth > deepest) throw new JsonBroken('a value nests too deeply')
  return value.depth === 0 && !value.inString
}

function indexOf(pattern: RegExp, text: string, from: number): number | undefined {
  pattern.lastIndex = from
  return pattern.test(text) ? pattern.lastIndex - 1 : undefined
}
