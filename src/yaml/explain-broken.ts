import type { YAMLError } from 'yaml'
import { brokenIndent, openBracket } from './broken-indent.ts'
import { brokenText, openQuote, unknownEscape } from './broken-text.ts'
import type { Explanation } from './explanation.ts'
import { libraryError } from './library-error.ts'
import { firstOnLine, lineAt } from './source-line.ts'

/**
 * The first error of a document in terms of what the author typed. The library reports the place where parsing stopped; this looks for
 * the line that is wrong, and for what it should be.
 */
export function explainBroken(error: YAMLError, text: string): Explanation {
  const explanation = carriageReturn(error, text) ?? mergeConflict(text) ?? explainError(error, text)
  return { ...explanation, message: `broken YAML: ${explanation.message}` }
}

/** A line that ends in a carriage return alone: the library reports the text after it, or the value before it that seems to contain a colon. */
function carriageReturn({ code, pos: [start] }: YAMLError, text: string): Explanation | undefined {
  const end = code === 'BLOCK_AS_IMPLICIT_KEY' ? lineAt(text, start).end : start + 1
  const before = text.slice(start, end).indexOf('\r')
  const at = start + before
  if (before < 0 || text[at + 1] === '\n') return undefined
  const fix = 'Save the file with the line endings \\n or \\r\\n.'
  return { at, message: 'this line ends in a carriage return (CR) alone', fix }
}

function explainError(given: YAMLError, text: string): Explanation {
  const error = libraryError(given)
  const [start] = given.pos
  const position = { text, at: firstOnLine(text, start) }
  if (error.detail === 'open-double-quote') return openQuote(text, '"', start)
  if (error.detail === 'open-single-quote') return openQuote(text, "'", start)
  if (error.code === 'BAD_DQ_ESCAPE') return unknownEscape(text, start)
  if (error.code === 'TAB_AS_INDENT') {
    return { at: start, message: 'this line is indented with a tab', fix: 'Indent with spaces: two for each level.' }
  }
  if (error.code === 'MULTIPLE_DOCS') {
    return { at: start, message: 'a second document starts here', fix: 'Write one document per file, without a second ---.' }
  }
  if (error.code === 'RESOURCE_EXHAUSTION') return { at: start, ...tooDeep }
  return openBracket(position, error) ?? brokenText(position, error) ?? brokenIndent(position, error) ?? unexplained(position, given)
}

/** The explanation of a document that is nested too deeply to parse. */
export const tooDeep = { message: 'the document is nested too deeply to read', fix: 'Use fewer levels of maps and lists.' }

/** The markers that git writes between the two sides of a merge. */
function mergeConflict(text: string): Explanation | undefined {
  const found = /^<{7}(?: |$)/m.exec(text)
  if (!found) return undefined
  return {
    at: found.index,
    end: lineAt(text, found.index).end,
    message: 'unresolved merge conflict',
    fix: 'Keep one of the two sides, and delete the lines <<<<<<<, ======= and >>>>>>>.',
  }
}

/** The message of the library, where nothing better is known. */
function unexplained({ at }: { readonly at: number }, { code, message }: YAMLError): Explanation {
  return {
    at,
    message: code === 'UNEXPECTED_TOKEN' ? 'this text is not expected here' : message.charAt(0).toLowerCase() + message.slice(1),
    fix: 'Write every line of a map as "key: value", indented like the others of its map. An editor with a YAML plug-in marks the error while you type.',
  }
}
