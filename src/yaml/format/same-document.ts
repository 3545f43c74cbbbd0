import { Lexer } from 'yaml'
import { lineReporter, type OnPart, unreported, within } from '../line-reporter.ts'
import type { ReadYaml } from '../read-with-library.ts'
import { readYaml } from '../read-yaml.ts'
import { escapeReferences } from '../references.ts'
import type { SourceNode } from '../source-node.ts'

/** The text of a document and its parsed value. */
export interface ReadText {
  readonly text: string
  readonly read: ReadYaml
}

/** True where a document has the same values and comments as another text; the order of keys does not count. */
export function isSameDocument({ text, read }: ReadText, after: string, onPart = unreported): boolean {
  const other = readYaml('', after, { isOverlay: true, onPart: within(onPart, 0, 0.6) })
  if (read.problems.length !== other.problems.length || (read.root === null) !== (other.root === null)) return false
  if (read.root && other.root && !isSame(read.root, other.root)) return false
  return commentsOf(text, within(onPart, 0.6, 0.8)) === commentsOf(after, within(onPart, 0.8, 1))
}

function isSame(a: SourceNode, b: SourceNode | undefined): boolean {
  if (a.kind === 'scalar') return b?.kind === 'scalar' && a.text === b.text
  if (a.kind === 'list') {
    return b?.kind === 'list' && a.items.length === b.items.length && a.items.every((item, index) => isSame(item, b.items[index]))
  }
  if (b?.kind !== 'map' || a.entries.size !== b.entries.size) return false
  return [...a.entries].every(([key, { value, mark }]) => {
    const other = b.entries.get(key)
    return other !== undefined && other.mark === mark && isSame(value, other.value)
  })
}

/** The lexer emits this before plain and block texts, which can begin like a comment. */
const scalarMark = '\u001F'

function commentsOf(text: string, onPart: OnPart): string {
  const onLine = lineReporter(text.length, onPart)
  let offset = 0
  const comments: string[] = []
  let before = ''
  for (const token of new Lexer().lex(escapeReferences(text))) {
    if (token.startsWith('#') && before !== scalarMark) comments.push(token.trimEnd())
    before = token
    offset += token.length
    if (token === '\n') onLine(offset)
  }
  return JSON.stringify(comments.toSorted())
}
