/** JSON text that is the same for equal values: names in code unit order, no spaces, `undefined` left out. */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'string') return quoted(value)
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(elementJson).join(',')}]`
  if (!isNamed(value)) return '{}'
  let text = '{'
  for (const { name, label } of membersOf(value)) {
    const part = value[name]
    if (part !== undefined) text += `${text === '{' ? '' : ','}${label}${canonicalJson(part)}`
  }
  return `${text}}`
}

/** The text of an object in pieces, one for each record of its lists: a body of a large plan is a megabyte, and is not made as one text. */
export function* canonicalPieces(value: object): Generator<string, void> {
  if (!isNamed(value)) return yield '{}'
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
  yield '['
  for (const [index, value] of values.entries()) yield index === 0 ? elementJson(value) : `,${elementJson(value)}`
  yield ']'
}

function elementJson(value: unknown): string {
  return value === undefined ? 'null' : canonicalJson(value)
}

function isNamed(value: object): value is Readonly<Record<string, unknown>> {
  return Object.keys(value).length > 0
}

/** A text in quotes; most need no escapes, and are not searched for them by a call of the engine. */
function quoted(text: string): string {
  return plain.test(text) ? `"${text}"` : JSON.stringify(text)
}

const plain = /^[ !#-[\]-~]*$/

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

function membersOf(value: object): readonly Member[] {
  const names = Object.keys(value)
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
