/** The lines of a block text, its header (`|-`) first and the others cut to what is indented less. `value` is what it reads as. */
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

/** A literal text says in its lines what it reads as; a first line that begins with a space needs its indentation in the header. */
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
