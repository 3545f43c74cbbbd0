import type { YAMLError } from 'yaml'
import { brokenIndent, openBracket } from './broken-indent.ts'
import { brokenText, openQuote } from './broken-text.ts'
import type { Explained } from './explained.ts'
import { firstOnLine, lineAt } from './source-line.ts'

/**
 * The first error of a document as the person sees it who made it. The library names the place where it gave up; what is looked
 * for here is the line that was mistyped, and how it should read.
 */
export function explainBroken(error: YAMLError, text: string): Explained {
  const explained = oldLineEnd(error, text) ?? conflict(text) ?? explainCode(error, text)
  return { ...explained, message: `broken YAML: ${explained.message}` }
}

/** The library speaks of what stands behind it. */
function oldLineEnd({ pos: [start] }: YAMLError, text: string): Explained | undefined {
  if (text[start] !== '\r' || text[start + 1] === '\n') return undefined
  const fix = 'Save the file with the line ends of today, \\n or \\r\\n.'
  return { at: start, message: 'a line ends here in a carriage return (CR) alone', fix }
}

function explainCode(error: YAMLError, text: string): Explained {
  const { code, message } = error
  const [start] = error.pos
  const place = { text, at: firstOnLine(text, start), start }
  if (code === 'MISSING_CHAR' && message.includes('quote')) return openQuote(text, message.includes('"') ? '"' : "'", start)
  if (code === 'TAB_AS_INDENT') return { at: start, message: 'a tab indents this line', fix: 'Indent with spaces: two for each level.' }
  if (code === 'MULTIPLE_DOCS') {
    return { at: start, message: 'a second document starts here', fix: 'Write one document per file, without a second ---.' }
  }
  if (code === 'RESOURCE_EXHAUSTION') return { at: start, message: 'it is nested too deeply to read', fix: 'Write it flatter.' }
  return openBracket(place, message) ?? brokenText(place, error) ?? brokenIndent(place, error) ?? inTheirWords(place, error)
}

/** What git writes between the two sides of a merge. */
function conflict(text: string): Explained | undefined {
  const found = /^<{7}(?: |$)/m.exec(text)
  if (!found) return undefined
  return {
    at: found.index,
    end: lineAt(text, found.index).end,
    message: 'a merge conflict is not resolved here',
    fix: 'Keep one of the two sides, and delete the lines <<<<<<<, ======= and >>>>>>>.',
  }
}

function inTheirWords({ at }: { readonly at: number }, { code, message }: YAMLError): Explained {
  const words = code === 'UNEXPECTED_TOKEN' ? 'this does not belong here' : message.charAt(0).toLowerCase() + message.slice(1)
  return {
    at,
    message: words,
    fix: 'Every line of a map is "key: value", indented like the others of its map. An editor with a YAML plug-in shows it while you type.',
  }
}
