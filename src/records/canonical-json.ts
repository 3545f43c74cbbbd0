/** JSON text that is the same for equal values: names in code unit order, no spaces, `undefined` left out. */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'string') return quoted(value)
  if (!isObject(value)) return JSON.stringify(value)
  return Array.isArray(value) ? canonicalList(value, elementJson) : canonicalObject(value, canonicalJson)
}

/** The text of an object whose members have these texts; those that have none are left out. */
export function canonicalObject(value: object, textOf: (part: unknown, name: string) => string | undefined): string {
  if (!isObject(value)) return '{}'
  let text = ''
  for (const { name, label } of membersOf(value)) {
    const part = value[name]
    const own = part === undefined ? undefined : textOf(part, name)
    if (own !== undefined) text += text === '' ? label + own : `,${label}${own}`
  }
  return `{${text}}`
}

/** The text of a list whose elements have these texts. */
export function canonicalList<T>(values: readonly T[], textOf: (value: T) => string): string {
  let text = ''
  for (const value of values) text += text === '' ? textOf(value) : `,${textOf(value)}`
  return `[${text}]`
}

/** A piece has so many characters, and the rest of its last record. */
const pieceCharacters = 8_192

/** The text of an object in pieces, each with some records of its lists: a body of a large plan is a megabyte, and is not made as one text. */
export function* canonicalPieces(value: object): Generator<string, void> {
  if (!isObject(value)) return yield '{}'
  let before = '{'
  for (const { name, label } of membersOf(value)) {
    const part = value[name]
    if (part === undefined) continue
    yield `${before}${label}`
    before = ','
    if (isRecordList(part)) yield* listPieces(part)
    else yield canonicalJson(part)
  }
  yield before === '{' ? '{}' : '}'
}

function isRecordList(value: unknown): value is readonly object[] {
  return Array.isArray(value) && typeof value[0] === 'object'
}

function* listPieces(values: readonly unknown[]): Generator<string, void> {
  let [text, before] = ['', '[']
  for (const value of values) {
    text += before + elementJson(value)
    before = ','
    if (text.length < pieceCharacters) continue
    yield text
    text = ''
  }
  yield `${text}]`
}

function elementJson(value: unknown): string {
  return value === undefined ? 'null' : canonicalJson(value)
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

/** A text in quotes; most need no escapes, and are not searched for them by a call of the engine. */
function quoted(text: string): string {
  return special.test(text) ? JSON.stringify(text) : `"${text}"`
}

/** A search: a match of a whole long text takes a stack as long. */
const special = /[^ !#-[\]-~]/

/** A name of an object, and the text before its value. */
interface Member {
  readonly name: string
  readonly label: string
}

/** Objects with the same names in the same order, found name by name. */
interface Shape {
  readonly next: Map<string, Shape>
  members?: readonly Member[]
}

/** Most objects have one of a few shapes. Maps of a catalogue have any names: of the shapes with them, only the first are kept. */
const mostShapes = 5_000
const shapes: Shape = { next: new Map() }
let keptShapes = 0

/** Objects with more names are not remembered. */
const mostNames = 64

/** By the number of names: those of the last object with so many, and its members. Objects of a list are mostly alike. */
const lastOf: { readonly names: readonly string[]; readonly members: readonly Member[] }[] = []

function membersOf(value: object): readonly Member[] {
  const names = Object.keys(value)
  const last = lastOf[names.length]
  if (last && isSame(names, last.names)) return last.members
  const members = membersNamed(names)
  if (names.length < mostNames) lastOf[names.length] = { names, members }
  return members
}

function isSame(names: readonly string[], others: readonly string[]): boolean {
  return names.every((name, at) => name === others[at])
}

function membersNamed(names: readonly string[]): readonly Member[] {
  let shape = shapes
  for (const name of names) {
    let next = shape.next.get(name)
    if (!next) {
      if (keptShapes >= mostShapes) return inOrder(names)
      next = { next: new Map() }
      keptShapes += 1
      shape.next.set(name, next)
    }
    shape = next
  }
  return (shape.members ??= inOrder(names))
}

/** Names that are indexes of an array come first, by their value, as in every object. */
function inOrder(names: readonly string[]): readonly Member[] {
  const sorted = names.toSorted()
  const first = sorted[0]?.charCodeAt(0) ?? 0
  const ordered = first > codeOf9 ? sorted : Object.keys(Object.fromEntries(sorted.map((name) => [name, null])))
  return ordered.map((name) => ({ name, label: `${JSON.stringify(name)}:` }))
}

const codeOf9 = 0x39
