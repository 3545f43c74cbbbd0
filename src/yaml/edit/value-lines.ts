import { type DocumentMap, type DocumentValue, isList, isMap } from '../document-value.ts'
import { literalLines, scalarText } from './scalar-text.ts'

/** The longest line of a map or list on one line, indentation included. */
export const widest = 140
/** Maps of many things, which read best with one on each line. */
export const alwaysBlock: ReadonlySet<string> = new Set(['variants', 'list', 'override', 'prices', 'pricing'])

/** A value as it stands behind its key: the rest of the key's line (without the space), and the lines below it. */
interface ValueLines {
  readonly head: string
  readonly body: readonly string[]
}

/** The lines of `key: value`, indented. `block`: a map is never put on one line. */
export function pairLines([key, value]: readonly [string, DocumentValue], indent: number, block = false): string[] {
  const start = `${' '.repeat(indent)}${scalarText(key, 'key')}:`
  const { head, body } = valueLines(value, { indent, used: start.length + 1, block: block || alwaysBlock.has(key) })
  return [head === '' ? start : `${start} ${head}`, ...body]
}

interface Place {
  /** Of the key. */
  readonly indent: number
  /** Columns of the line that are taken. */
  readonly used: number
  readonly block?: boolean
}

/** The lines of a value behind a key: on one line where it fits, long texts as literal blocks. */
function valueLines(value: DocumentValue, { indent, used, block = false }: Place): ValueLines {
  if (typeof value === 'string') {
    const lines = literalLines(value)
    return lines ? { head: '|-', body: lines.map((line) => indented(line, indent + 2)) } : { head: scalarText(value, 'block'), body: [] }
  }
  if (!isMap(value) && !isList(value)) return { head: value.bare, body: [] }
  const flow = flowText(value)
  const fits = used + flow.length <= widest && !isTall(value) && !block
  if (fits || isEmpty(value)) return { head: flow, body: [] }
  if (isMap(value)) return { head: '', body: [...value].flatMap((pair) => pairLines(pair, indent + 2)) }
  return { head: '', body: value.map((item) => indented(`- ${flowText(item)}`, indent + 2)) }
}

/** A value on one line. */
export function flowText(value: DocumentValue): string {
  if (typeof value === 'string') return scalarText(value, 'flow')
  if (isList(value)) return `[${value.map(flowText).join(', ')}]`
  if (!isMap(value)) return value.bare
  if (value.size === 0) return '{}'
  return `{ ${[...value].map(([key, each]) => `${scalarText(key, 'key')}: ${flowText(each)}`).join(', ')} }`
}

function isEmpty(value: DocumentMap | readonly DocumentValue[]): boolean {
  return isMap(value) ? value.size === 0 : value.length === 0
}

/** True where a list holds maps, or a map holds maps of maps or a text of several lines: that is no line to read. */
function isTall(value: DocumentMap | readonly DocumentValue[]): boolean {
  if (isList(value)) return value.some((item) => isMap(item) && item.size > 0)
  return [...value.values()].some((each) => {
    if (typeof each === 'string') return each.includes('\n')
    return isMap(each) && [...each.values()].some((inner) => isMap(inner) && inner.size > 0)
  })
}

function indented(line: string, indent: number): string {
  return line === '' ? '' : `${' '.repeat(indent)}${line}`
}
