import type { YAMLError } from 'yaml'
import type { Explained } from './explained.ts'
import { quotedLine, repairedLine } from './repaired-line.ts'
import { lineAt, type SourceLine } from './source-line.ts'

interface Place {
  readonly text: string
  readonly at: number
}

/** What is wrong with one line alone: a colon that is missing or too much, a quote inside a quoted text, a sign that begins no text. */
export function brokenText({ text, at }: Place, { code, message }: YAMLError): Explained | undefined {
  const line = lineAt(text, at)
  const { key, value } = line
  const behind = line.end - value.length
  if (key === undefined) return isKeyExpected(line, code, message) ? withoutColon(line) : undefined
  if (code === 'BLOCK_AS_IMPLICIT_KEY' && at >= behind && value.includes(': ') && !/^[&*!]/.test(value)) {
    return { at: behind, end: line.end, message: 'this text holds ": ", which only a key may', fix: quotesFor(key, value) }
  }
  if (code === 'BAD_SCALAR_START') return { at, message: `a text cannot begin with ${text.charAt(at)}`, fix: quotesFor(key, value) }
  if (code === 'BLOCK_IN_FLOW') {
    return { at, message: 'a comma is missing before this, or a closing brace', fix: 'Separate what stands in { } and [ ] with commas.' }
  }
  return code === 'UNEXPECTED_TOKEN' || code === 'MISSING_CHAR' ? afterText(text, line, at) : undefined
}

function isKeyExpected({ words }: SourceLine, code: string, message: string): boolean {
  if (words.startsWith('- ')) return false
  return code === 'MULTILINE_IMPLICIT_KEY' || (code === 'MISSING_CHAR' && message.startsWith('Implicit'))
}

/** A text that is quoted in part, or begins with the sign of a block of lines; a brace too much. */
function afterText(text: string, { key = '', value, end }: SourceLine, at: number): Explained | undefined {
  const sign = value.charAt(0)
  const behind = end - value.length
  if (sign === '|' || sign === '>')
    return { at: behind, message: `a text of one line cannot begin with ${sign}`, fix: quotesFor(key, value) }
  const second = value.indexOf(sign, 1)
  if ((sign === "'" || sign === '"') && second > 0 && second < value.length - 1) {
    const fix = quotesFor(key, value.endsWith(sign) ? value.slice(1, -1) : value)
    return { at: behind + second, message: `the ${sign} here ends the quoted text, and more follows`, fix }
  }
  const found = text.charAt(at)
  return found === '}' || found === ']' ? { at, message: `this ${found} closes nothing`, fix: `Remove it, or open it before.` } : undefined
}

function quotesFor(key: string, value: string): string {
  const line = quotedLine(key, value)
  return line === undefined ? 'Put the text into quotes.' : `Put the text into quotes: ${line}`
}

/** A line that should be a key with its value, and has no colon, or no space behind it. */
function withoutColon({ start, end, indent, words }: SourceLine): Explained {
  const at = start + indent
  const [, tightKey = '', tightValue = ''] = /^([\w-]+):(\S.*)$/.exec(words) ?? []
  if (tightKey !== '') {
    const line = repairedLine(tightKey, tightValue) ?? 'key: value'
    return { at, end, message: 'a space is missing behind the colon', fix: `Write ${line}` }
  }
  const [, key, value = ''] = /^([\w-]+)(?:[ =]+(\S.*))?$/.exec(words) ?? []
  const line = key === undefined ? undefined : repairedLine(key, value)?.trimEnd()
  return {
    at,
    end,
    message: 'this line has no colon, so it is no key with a value',
    fix: `Write ${line ?? 'key: value'}; or, if it goes on with the text of the line above, indent it deeper than the key of that.`,
  }
}

/** The quote that is open at the end of a text: quotes count where a value may start, comments are left out. */
export function openQuote(text: string, quote: string, end: number): Explained {
  const token = /(?<=^|[\s,[{:?-])(?:"(?:[^"\\]|\\[^])*"|'(?:[^']|'')*'|#[^\n]*|["'])/g
  let at = end
  for (const match of text.slice(0, end).matchAll(token)) {
    if (match[0] !== quote) continue
    at = match.index
    break
  }
  return { at, message: `the quote ${quote} that opens here is never closed`, fix: `Close it with ${quote}.` }
}
