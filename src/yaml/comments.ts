import { Lexer } from 'yaml'
import { lineReporter, unreported } from './line-reporter.ts'
import { escapeReferences, restoreReferences } from './references.ts'

/** The lexer emits this before plain and block texts, which can begin like a comment. */
const scalarMark = '\u001F'

/** The comments of a text in its order, each from its `#`, without blanks at the end. */
export function commentsIn(text: string, onPart = unreported): string[] {
  const onLine = lineReporter(text.length, onPart)
  let offset = 0
  const comments: string[] = []
  let before = ''
  for (const token of new Lexer().lex(escapeReferences(text))) {
    if (token.startsWith('#') && before !== scalarMark) comments.push(restoreReferences(token).trimEnd())
    before = token
    offset += token.length
    if (token === '\n') onLine(offset)
  }
  return comments
}
