import type { Explanation, TextPosition } from './explanation.ts'
import type { LibraryError } from './library-error.ts'
import { lineAt, lineBeside, type SourceLine } from './source-line.ts'

/** Explains a line whose indentation differs from the other lines of its map; `undefined` where the error is another one. */
export function brokenIndent({ text, at }: TextPosition, { code, detail }: LibraryError): Explanation | undefined {
  const line = contentLine(text, lineAt(text, at))
  if (line.content.startsWith('- ') && (detail === 'sequence' || detail === 'implicit-key')) {
    return {
      at: line.start + line.indent,
      message: 'a list item (-) is among the keys of a map',
      fix: 'Remove the dash, or indent the list below a key of its own.',
    }
  }
  return code === 'BAD_INDENT' || code === 'BLOCK_AS_IMPLICIT_KEY' ? misplacedKey(text, line) : undefined
}

function misplacedKey(text: string, line: SourceLine): Explanation | undefined {
  if (line.key === undefined) return undefined
  const above = lineBeside(text, line, 'above')
  const below = line.value === '' ? undefined : lineBeside(text, line, 'below')
  if (below?.key !== undefined && below.indent > line.indent) {
    // This line or the next one is wrong: the one whose indentation differs from the line above.
    return above?.indent === below.indent ? misplaced(line, above) : misplaced(below, line)
  }
  return above?.key !== undefined && above.indent !== line.indent ? misplaced(line, nearestLevel(text, line, above)) : undefined
}

/** Of the line above and the keys that it is below, the one whose indentation is nearest to that of the line; the innermost of two. */
function nearestLevel(text: string, line: SourceLine, above: SourceLine): SourceLine {
  let nearest = above
  let level = above
  for (let at: SourceLine | undefined = above; at !== undefined && level.indent > 0; at = lineBeside(text, at, 'above')) {
    if (at.key === undefined || at.indent >= level.indent) continue
    level = at
    if (Math.abs(level.indent - line.indent) < Math.abs(nearest.indent - line.indent)) nearest = level
  }
  return nearest
}

/** The line itself, or the first line with content below it: the library can report the blank lines and comments before a line. */
function contentLine(text: string, line: SourceLine): SourceLine {
  return line.content === '' || line.content.startsWith('#') ? (lineBeside(text, line, 'below') ?? line) : line
}

function misplaced(line: SourceLine, neighbour: SourceLine): Explanation {
  const at = line.start + line.indent
  const name = line.key ?? line.content
  return {
    at,
    end: at + name.length,
    message: `${name} is indented by ${spaces(line.indent)}, ${neighbour.key} by ${spaces(neighbour.indent)}`,
    fix: `Indent ${name} by ${spaces(neighbour.indent)} if it belongs to the same map as ${neighbour.key}.`,
  }
}

function spaces(count: number): string {
  return count === 1 ? '1 space' : `${count} spaces`
}

/** Explains an unclosed brace or bracket, at the place where it opens. */
export function openBracket({ text, at }: TextPosition, { detail }: LibraryError): Explanation | undefined {
  if (detail !== 'open-bracket') return undefined
  const open: { readonly sign: string; readonly at: number }[] = []
  const token = /(?<=^|[\s,[{:?-])(?:"(?:[^"\\]|\\[^])*"|'(?:[^']|'')*')|(?<=^|\s)#[^\n]*|[[\]{}]/g
  for (const { 0: sign, index } of text.slice(0, at).matchAll(token)) {
    if (sign === '{' || sign === '[') open.push({ sign, at: index })
    else if (sign === '}' || sign === ']') open.pop()
  }
  const last = open.at(-1)
  if (!last) return undefined
  const close = last.sign === '{' ? '}' : ']'
  return { at: last.at, message: `the ${last.sign} that opens here is never closed`, fix: `Close it with ${close}.` }
}
