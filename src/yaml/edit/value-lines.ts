import { type DocumentMap, type DocumentValue, isList, isMap } from '../document-value.ts'
import { literalLines, scalarText } from './scalar-text.ts'

/** Longest line of a flow map or list, in characters, indentation included. */
export const widest = 140
/** Keys whose maps are always written in block style, with one entry per line. */
export const alwaysBlock: ReadonlySet<string> = new Set(['variants', 'list', 'override', 'prices', 'pricing'])

/** A value after its key: the rest of the line of the key (without the space), and the lines below it. */
interface ValueLines {
  readonly head: string
  readonly body: readonly string[]
}

/** The lines of `key: value`, indented. `block`: the map is written in block style, however short. */
export function pairLines([key, value]: readonly [string, DocumentValue], indent: number, block = false): string[] {
  const start = `${' '.repeat(indent)}${scalarText(key, 'key')}:`
  const { head, body } = valueLines(value, { indent, used: start.length + 1, block: block || alwaysBlock.has(key) })
  return [head === '' ? start : `${start} ${head}`, ...body]
}

interface Place {
  /** Indentation of the key, in spaces. */
  readonly indent: number
  /** Columns of the line that are used already. */
  readonly used: number
  readonly block?: boolean
}

/** The lines of a value after its key: on one line where it fits; texts of several lines as literal blocks. */
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

/** The value in flow style, on one line. */
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

/** True where a list contains maps, or a map contains maps of maps or texts of several lines: one line would be hard to read. */
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
