/** A cell with its place in the text, both counted from 1. */
export interface Cell {
  readonly text: string
  readonly line: number
  readonly column: number
}

/** What is wrong at a place of a file. */
export interface ListProblem {
  readonly line: number
  readonly column: number
  readonly message: string
}

/** The separators that are tried: the one that the first line has most of. */
const separators = [',', ';', '\t'] as const

/**
 * Reads CSV (RFC 4180): cells in quotes can contain separators, line ends and doubled quotes. Lines end with LF or CR LF; lines without any text are left
 * out. A first line `sep=;`, which tells Excel the separator, does so here. Returns what is wrong where a quote is not closed, or text follows one.
 */
export function readCsv(text: string): readonly (readonly Cell[])[] | ListProblem {
  const source = text.startsWith('\uFEFF') ? text.slice(1) : text
  const { separator, start, firstLine } = beginningOf(source)
  const rows: (readonly Cell[])[] = []
  let cells: Cell[] = []
  let [at, line, lineStart] = [start, firstLine, start]

  const endRow = (): void => {
    if (cells.some((cell) => cell.text !== '')) rows.push(cells)
    cells = []
  }

  while (at < source.length) {
    const place = { line, column: at - lineStart + 1 }
    const cell = source[at] === '"' ? quotedCell(source, at) : plainCell(source, at, separator)
    if (cell === null) return { ...place, message: 'the quote that begins here is not closed' }
    cells.push({ text: cell.text, ...place })
    for (let from = source.indexOf('\n', at); from >= 0 && from < cell.end; from = source.indexOf('\n', from + 1)) {
      line += 1
      lineStart = from + 1
    }
    at = cell.end
    if (source.startsWith('\r\n', at)) at += 1
    if (at >= source.length) break
    if (source[at] === '\n') {
      endRow()
      line += 1
      lineStart = at + 1
    } else if (source[at] !== separator) {
      return { line, column: at - lineStart + 1, message: 'text follows a cell in quotes' }
    } else if (at + 1 === source.length) {
      cells.push({ text: '', line, column: at - lineStart + 2 })
    }
    at += 1
  }
  endRow()
  return rows
}

/** The separator, and where the list begins. */
function beginningOf(source: string): { readonly separator: string; readonly start: number; readonly firstLine: number } {
  const [told, separator] = /^sep=(.)\r?\n/.exec(source) ?? []
  if (told === undefined || separator === undefined) return { separator: separatorOf(source), start: 0, firstLine: 1 }
  return { separator, start: told.length, firstLine: 2 }
}

function separatorOf(source: string): string {
  const [first = ''] = source.split('\n', 1)
  const countOf = (separator: string): number => first.split(separator).length
  return separators.reduce((best, each) => (countOf(each) > countOf(best) ? each : best))
}

interface ReadCell {
  readonly text: string
  /** Where the text after it begins. */
  readonly end: number
}

function plainCell(source: string, at: number, separator: string): ReadCell {
  let end = at
  while (end < source.length && source[end] !== separator && source[end] !== '\n') end += 1
  if (source[end] === '\n' && end > at && source[end - 1] === '\r') end -= 1
  return { text: source.slice(at, end), end }
}

function quotedCell(source: string, at: number): ReadCell | null {
  let text = ''
  let from = at + 1
  for (;;) {
    const quote = source.indexOf('"', from)
    if (quote < 0) return null
    text += source.slice(from, quote)
    if (source[quote + 1] !== '"') return { text, end: quote + 1 }
    text += '"'
    from = quote + 2
  }
}
