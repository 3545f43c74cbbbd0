/** JSON text that is the same for equal values: names in code unit order, no spaces, `undefined` left out. */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(elementJson).join(',')}]`
  if (!isNamed(value)) return '{}'
  let text = ''
  for (const name of namesInOrder(value)) {
    const part = value[name]
    if (part !== undefined) text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${canonicalJson(part)}`
  }
  return `{${text}}`
}

/** The text of an object in pieces, one for each record of its lists: a body of a large plan is a megabyte, and is not made as one text. */
export function* canonicalPieces(value: object): Generator<string, void> {
  if (!isNamed(value)) return yield '{}'
  let before = '{'
  for (const name of namesInOrder(value)) {
    const part = value[name]
    if (part === undefined) continue
    yield `${before}${JSON.stringify(name)}:`
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

/** Names that are indexes of an array come first, by their value, as in every object. */
function namesInOrder(value: object): readonly string[] {
  const names = Object.keys(value).toSorted()
  const first = names[0]?.charCodeAt(0) ?? 0
  return first > codeOf9 ? names : Object.keys(Object.fromEntries(names.map((name) => [name, null])))
}

const codeOf9 = 0x39
