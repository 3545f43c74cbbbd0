import { Lexer } from 'yaml'
import { type ReadYaml, readYaml } from '../read-yaml.ts'
import { coverReferences } from '../references.ts'
import type { SourceNode } from '../source-node.ts'

/** A text, and what it was read as. */
export interface ReadText {
  readonly text: string
  readonly read: ReadYaml
}

/** True where a document says the same as another text, comments included; the order of keys is left out. */
export function isSameDocument({ text, read }: ReadText, after: string): boolean {
  const other = readYaml('', after, true)
  if (read.problems.length !== other.problems.length || (read.root === null) !== (other.root === null)) return false
  return (!read.root || !other.root || isSame(read.root, other.root)) && commentWords(text) === commentWords(after)
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

/** The lexer puts this before plain and block texts, which may begin like a comment. */
const scalarMark = '\u001F'

function commentWords(text: string): string {
  const comments: string[] = []
  let before = ''
  for (const token of new Lexer().lex(coverReferences(text))) {
    if (token.startsWith('#') && before !== scalarMark) comments.push(token.trimEnd())
    before = token
  }
  return JSON.stringify(comments.toSorted())
}
