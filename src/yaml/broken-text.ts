import type { Explanation, TextPosition } from './explanation.ts'
import type { LibraryError } from './library-error.ts'
import { longest, quotedLine, quotedText, repairedLine } from './repaired-line.ts'
import { lineAt, type SourceLine } from './source-line.ts'

/**
 * Explains an error inside one line: a colon that is missing or unquoted, a quote inside a quoted text, a character that cannot begin a
 * text. `undefined` where the error is another one.
 */
export function brokenText({ text, at }: TextPosition, error: LibraryError): Explanation | undefined {
  const { code } = error
  const line = lineAt(text, at)
  const { key, value } = line
  const valueStart = line.end - value.length
  if (key === undefined) return isKeyExpected(line, error) ? withoutColon(line) : afterMarker(line)
  if (code === 'BLOCK_AS_IMPLICIT_KEY' && at >= valueStart && value.includes(': ') && !/^[&*!]/.test(value)) {
    return { at: valueStart, end: line.end, message: 'a text that contains ": " needs quotes', fix: quoteFix(key, value) }
  }
  if (code === 'BAD_SCALAR_START') {
    const fix = /^[[{]/.test(value) ? quoteInFlow(text, at) : quoteFix(key, value)
    return { at, message: `a text without quotes cannot begin with ${text.charAt(at)}`, fix }
  }
  if (code === 'BLOCK_IN_FLOW') {
    return { at, message: 'a comma or a closing brace is missing before this', fix: 'Separate entries inside { } and [ ] with commas.' }
  }
  return code === 'UNEXPECTED_TOKEN' || code === 'MISSING_CHAR' ? unexpectedText(text, line, at) : undefined
}

function isKeyExpected({ content }: SourceLine, { code, detail }: LibraryError): boolean {
  if (content.startsWith('- ')) return false
  return code === 'MULTILINE_IMPLICIT_KEY' || (code === 'MISSING_CHAR' && detail === 'implicit-key')
}

/** A key on the line where a document starts or ends. */
function afterMarker({ start, indent, content }: SourceLine): Explanation | undefined {
  const [, marker] = /^(---|\.\.\.)[ \t]+["']?[\w-]+["']?:(?:\s|$)/.exec(content) ?? []
  if (marker === undefined || indent > 0) return undefined
  const message = `a key cannot be on a line that begins with ${marker}`
  return { at: start, end: start + marker.length, message, fix: `Remove ${marker} from this line.` }
}

/** A text that is quoted in part, or begins with the sign of a block text; a brace or bracket too many. */
function unexpectedText(text: string, { key = '', value, end }: SourceLine, at: number): Explanation | undefined {
  const sign = value.charAt(0)
  const valueStart = end - value.length
  if (sign === '|' || sign === '>')
    return { at: valueStart, message: `a text of one line cannot begin with ${sign}`, fix: quoteFix(key, value) }
  const second = value.indexOf(sign, 1)
  if ((sign === "'" || sign === '"') && second > 0 && second < value.length - 1) {
    const fix = quoteFix(key, value.endsWith(sign) ? value.slice(1, -1) : value)
    return { at: valueStart + second, message: `the quoted text ends at this ${sign}, but more text follows`, fix }
  }
  const found = text.charAt(at)
  if (found !== '}' && found !== ']') return undefined
  const opening = found === '}' ? '{' : '['
  return { at, message: `this ${found} has no opening ${opening}`, fix: `Remove it, or add ${opening} before it.` }
}

function quoteFix(key: string, value: string): string {
  const line = quotedLine(key, value)
  return line === undefined ? 'Put the text in quotes.' : `Put the text in quotes: ${line}`
}

/** As `quoteFix`, for one text of a map or list in braces or brackets: it ends before the next comma or bracket. */
function quoteInFlow(text: string, at: number): string {
  const [found = ''] = /^[^,[\]{}\n]*/.exec(text.slice(at, at + longest)) ?? []
  const quoted = quotedText(found.trimEnd())
  return quoted === undefined ? 'Put the text in quotes.' : `Put the text in quotes: ${quoted}`
}

/** A line that should be a key with its value, and has no colon, or no space after it. */
function withoutColon({ start, end, indent, content }: SourceLine): Explanation {
  const at = start + indent
  const [, tightKey = '', tightValue = ''] = /^([\w-]+):(\S.*)$/.exec(content) ?? []
  if (tightKey !== '') {
    const line = repairedLine(tightKey, tightValue) ?? 'key: value'
    return { at, end, message: 'a space is missing after the colon', fix: `Write ${line}` }
  }
  const [, key, value = ''] = /^([\w-]+)(?:[ =]+(\S.*))?$/.exec(content) ?? []
  const line = key === undefined ? undefined : repairedLine(key, value)?.trimEnd()
  return {
    at,
    end,
    message: 'this line has no colon, so it is not a key with a value',
    fix: `Write ${line ?? 'key: value'}; or, if it continues the text of the line above, indent it deeper than the key of that text.`,
  }
}

/** How many hexadecimal digits follow the letter of an escape. */
const escapeDigits: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 }

/** Explains a backslash in double quotes that begins no escape; `at` is its place. */
export function unknownEscape(text: string, at: number): Explanation {
  const letter = String.fromCodePoint(text.codePointAt(at + 1) ?? 0)
  const digits = escapeDigits[letter]
  const message =
    digits === undefined
      ? `\\${letter} is not an escape of a text in double quotes`
      : `\\${letter} in double quotes needs the ${digits} hexadecimal digits of a character`
  const fix = 'Write \\\\ for a backslash, or put the text in single quotes, where a backslash is an ordinary character.'
  return { at, end: at + 1 + letter.length, message, fix }
}

/** Explains an unclosed quote, at the place where it opens. A quote counts where a value can begin; comments are skipped. */
export function openQuote(text: string, quote: string, end: number): Explanation {
  const token = /(?<=^|[\s,[{:?-])(?:"(?:[^"\\]|\\[^])*"|'(?:[^']|'')*'|#[^\n]*|["'])/g
  let at = end
  for (const match of text.slice(0, end).matchAll(token)) {
    if (match[0] !== quote) continue
    at = match.index
    break
  }
  return { at, message: `the quote ${quote} that opens here is never closed`, fix: `Close it with ${quote}.` }
}
