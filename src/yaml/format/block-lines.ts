/** The lines of a block text: its header (`|-`), then the text without its indentation. `value` is the parsed text. */
export function blockLines(source: string, value: string): readonly string[] {
  const lines = source.split('\n')
  const [header = '', ...body] = lines
  const sign = header.startsWith('>') ? '>' : '|'
  const chomp = /^[|>][\d]*([+-]?)/.exec(header.replace(/^([|>])([+-])(\d)/, '$1$3$2'))?.[1] ?? ''
  const isMarked = /^[|>][+-]?\d/.test(header)
  if (sign === '|' || isMarked) return literal(value, chomp)
  const indent = /^ */.exec(body.find((line) => line.trim() !== '') ?? '')?.[0].length ?? 0
  const cut = body.map((line) => line.slice(indent))
  return [`>${chomp}`, ...(chomp === '+' ? withoutLast(cut) : trimmedEnd(cut))]
}

/** The lines of a literal text equal its value; where the first line begins with a space, the header has the indentation. */
function literal(value: string, chomp: string): readonly string[] {
  const body = value.split('\n')
  const isOpen = value.endsWith('\n')
  const lines = isOpen ? body.slice(0, -1) : body
  const kept = chomp === '+' ? lines : trimmedEnd(lines)
  const mark = (kept.find((line) => line !== '') ?? '').startsWith(' ') ? '2' : ''
  return [`|${mark}${chomp}`, ...kept]
}

function trimmedEnd(lines: readonly string[]): string[] {
  return lines.slice(0, lines.findLastIndex((line) => line !== '') + 1)
}

/** The range of a block text ends with a line break, or with the text. */
function withoutLast(lines: readonly string[]): string[] {
  return lines.at(-1) === '' ? lines.slice(0, -1) : [...lines]
}
