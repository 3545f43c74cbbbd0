/** The text of a scalar with escapes or several lines, from its source. The source is well-formed. */
export function scalarText(source: string): string {
  if (source.startsWith('"')) return doubleQuotedText(source.slice(1, -1))
  if (source.startsWith("'")) return foldedLines(source.slice(1, -1)).replaceAll("''", "'")
  return /^[|>]/.test(source) ? blockText(source) : foldedLines(source)
}

/** Lines joined by spaces; each blank line between two of them is a line break. */
function foldedLines(source: string): string {
  if (!source.includes('\n')) return source
  const lines = source.split(/\r?\n/)
  let text = (lines[0] ?? '').replace(/(?<![ \t])[ \t]+$/, '')
  let breaks = 0
  for (const [index, line] of lines.entries()) {
    if (index === 0) continue
    const isLast = index === lines.length - 1
    const content = isLast ? line.replace(/^[ \t]+/, '') : line.replaceAll(/^[ \t]+|(?<![ \t])[ \t]+$/g, '')
    breaks += 1
    if (content === '' && !isLast) continue
    text += (breaks === 1 ? ' ' : '\n'.repeat(breaks - 1)) + content
    breaks = 0
  }
  return text
}

const escapes: Readonly<Record<string, string>> = {
  '0': '\0',
  a: '\u0007',
  b: '\b',
  e: '\u001B',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  N: '\u0085',
  _: '\u00A0',
  L: '\u2028',
  P: '\u2029',
}

const escape = /\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|[^])/g
const escapeOrSpace = /\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|[^])|[ \t\r\n]+/g

/** White space with line breaks is folded; that of an escape stays. */
function doubleQuotedText(source: string): string {
  return source.includes('\n')
    ? source.replaceAll(escapeOrSpace, (part) => (part.startsWith('\\') ? unescaped(part) : foldedSpace(part)))
    : source.replaceAll(escape, unescaped)
}

function unescaped(part: string): string {
  const letter = part.charAt(1)
  return part.length > 2 ? String.fromCharCode(Number.parseInt(part.slice(2), 16)) : (escapes[letter] ?? letter)
}

function foldedSpace(space: string): string {
  const breaks = space.split('\n').length - 1
  return breaks === 0 ? space : breaks === 1 ? ' ' : '\n'.repeat(breaks - 1)
}

/** The text of a block scalar without explicit indentation; its last line ends with a line break. */
function blockText(source: string): string {
  const header = source.indexOf('\n')
  const lines = source
    .slice(header + 1)
    .replaceAll('\r\n', '\n')
    .split('\n')
  lines.pop()
  const first = lines.find((line) => /[^ ]/.test(line)) ?? ''
  const indent = first.search(/[^ ]/)
  const contents = lines.map((line) => line.slice(indent))
  const text = source.startsWith('|') ? contents.join('\n') : foldedBlock(contents)
  return source[1] === '-' ? text : `${text}\n`
}

/** Lines of a block joined by spaces, but for those that begin with white space. */
function foldedBlock(lines: readonly string[]): string {
  let text = ''
  let separator = ''
  let wasDeeper = false
  for (const line of lines) {
    const first = line[0]
    if (first === ' ' || first === '\t') {
      if (separator === ' ') separator = '\n'
      else if (!wasDeeper && separator === '\n') separator = '\n\n'
      text += separator + line
      separator = '\n'
      wasDeeper = true
    } else if (line === '') {
      if (separator === '\n') text += '\n'
      else separator = '\n'
    } else {
      text += separator + line
      separator = ' '
      wasDeeper = false
    }
  }
  return text
}
