import type { YAMLError } from 'yaml'
import type { Explained } from './explained.ts'
import { lineAt, lineBeside, type SourceLine } from './source-line.ts'

interface Place {
  readonly text: string
  readonly at: number
}

/** A line that does not stand under the others of its map. */
export function brokenIndent({ text, at }: Place, { code, message }: YAMLError): Explained | undefined {
  const line = saying(text, lineAt(text, at))
  if (line.words.startsWith('- ') && (message.includes('sequence') || message.startsWith('Implicit'))) {
    return {
      at: line.start + line.indent,
      message: 'an item of a list (-) stands among the keys of a map',
      fix: 'Remove the dash; or give the list a key of its own, and indent it below that.',
    }
  }
  return code === 'BAD_INDENT' || code === 'BLOCK_AS_IMPLICIT_KEY' ? misplacedOf(text, line) : undefined
}

function misplacedOf(text: string, line: SourceLine): Explained | undefined {
  if (line.key === undefined) return undefined
  const above = lineBeside(text, line, 'above')
  const below = line.value === '' ? undefined : lineBeside(text, line, 'below')
  if (below?.key !== undefined && below.indent > line.indent) {
    // The map that this line and the next belong to is that of the line above, where that is a neighbour of one of them.
    return above?.indent === below.indent ? misplaced(line, above) : misplaced(below, line)
  }
  return above?.key !== undefined && above.indent !== line.indent ? misplaced(line, above) : undefined
}

/** The library names the blank lines and comments before a line with it. */
function saying(text: string, line: SourceLine): SourceLine {
  return line.words === '' || line.words.startsWith('#') ? (lineBeside(text, line, 'below') ?? line) : line
}

function misplaced(line: SourceLine, neighbour: SourceLine): Explained {
  const at = line.start + line.indent
  const name = line.key ?? line.words
  return {
    at,
    end: at + name.length,
    message: `${name} is indented by ${spaces(line.indent)}, ${neighbour.key} by ${spaces(neighbour.indent)}`,
    fix: `Indent ${name} by ${spaces(neighbour.indent)}, if it belongs beside ${neighbour.key}.`,
  }
}

function spaces(count: number): string {
  return count === 1 ? '1 space' : `${count} spaces`
}

/** The brace or bracket that is open where the library expected its end. */
export function openBracket({ text, at }: Place, message: string): Explained | undefined {
  if (!/^Flow (?:map|sequence)|[Ff]low .*end with|Expected .*(?:\}|\])/.test(message)) return undefined
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
