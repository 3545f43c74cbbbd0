import { type DecodedText, decodeText } from './decoded-text.ts'

const mask = '***'

/** A part of a decoded text, up to before `to`. */
interface Span {
  readonly from: number
  readonly to: number
}

interface Delimiters {
  readonly characters: string
  /** How often the scheme of the address is encoded; a character that is encoded more often is data. */
  readonly depth: number
}

/** The first character of a part that delimits an address, or its end. */
function delimiter({ text, depth }: DecodedText, { from, to }: Span, known: Delimiters): number {
  for (let at = from; at < to; at += 1) if (depth(at) <= known.depth && known.characters.includes(text[at] ?? '')) return at
  return to
}

const host = /^(?:\[[^\]]*\]|[^:@[\]]*)(?::\d*)?$/

/** The end of the user part of an address whose authority begins at `from`; `lastAt`: the last `@` of the text. */
function userEnd(decoded: DecodedText, { from, to }: Span, lastAt: number): number {
  const authority = decoded.text.slice(from, delimiter(decoded, { from, to }, { characters: '/?#\\', depth: decoded.depth(from - 1) }))
  const at = authority.lastIndexOf('@')
  if (at >= 0) return from + at
  // What is no host can be the beginning of a password that should have been encoded.
  return host.test(authority) ? from : Math.max(from, lastAt)
}

/** User and query of each web address in a part. */
function addressSpans(decoded: DecodedText, { from, to }: Span): readonly Span[] {
  const spans: Span[] = []
  const part = decoded.text.slice(from, to)
  const lastAt = from + part.lastIndexOf('@')
  const places = /:\/\/|\?/g
  let depth: number | null = null
  for (let found = places.exec(part); found; found = places.exec(part)) {
    const start = from + places.lastIndex
    const isQuery = found[0] === '?'
    if (isQuery && depth === null) continue
    if (!isQuery) depth = decoded.depth(start - 1)
    const end = isQuery
      ? delimiter(decoded, { from: start, to }, { characters: '#', depth: depth ?? 0 })
      : userEnd(decoded, { from: start, to }, lastAt)
    if (end > start) spans.push({ from: start, to: end })
    places.lastIndex = end - from
  }
  return spans
}

/** The original text with these parts, in their order, replaced by `***`; of two that overlap, all. */
function replaced({ text, original }: DecodedText, spans: readonly Span[]): string {
  const parts: string[] = []
  let at = 0
  for (const { from, to } of spans.toSorted((one, two) => one.from - two.from || two.to - one.to)) {
    if (from >= at) parts.push(original(at, from), mask)
    at = Math.max(at, to)
  }
  return parts.join('') + original(at, text.length)
}

/** A text with user and query of each web address in it replaced by `***`, also where they are percent-encoded. */
export function maskAddresses(text: string): string {
  const decoded = decodeText(text)
  return replaced(decoded, addressSpans(decoded, { from: 0, to: decoded.text.length }))
}

/** The name of a secret with its `=`. `code` and `key` are secrets only as parameters of their own: other names can end with them. */
const secretName = /(?:(?<![A-Za-z0-9_])(?:_key|password|access_token)|(?:code|key)(?<=(?:^|[?&;])[\s+]*(?:code|key)))[\s+]*=/i
/** What a search about passwords or application keys contains. */
const secretField = /password|(?<![A-Za-z0-9_])key(?![A-Za-z0-9_])/i
const searchName = /(?<![A-Za-z0-9_])_search[\s+]*=/i
const literals = /'(?:[^'\\]|\\[^]?|'')*'?|"(?:[^"\\]|\\[^]?|"")*"?/g

/** The literals in a search expression and the text between them, so that each address ends with its literal. */
function literalParts(text: string, { from, to }: Span): readonly Span[] {
  const parts: Span[] = []
  let at = from
  for (const { index, 0: literal } of text.slice(from, to).matchAll(literals)) {
    const start = from + index
    const end = start + literal.length
    parts.push(
      { from: at, to: start },
      { from: start + 1, to: literal.length > 1 && literal.endsWith(literal.slice(0, 1)) ? end - 1 : end },
    )
    at = end
  }
  return [...parts, { from: at, to }]
}

/** What follows the first match of a pattern in a part. */
function after(pattern: RegExp, text: string, { from, to }: Span): Span | null {
  const found = pattern.exec(text.slice(from, to))
  return found && { from: from + found.index + found[0].length, to }
}

/** The secrets in one parameter, or in the path; the value of a secret extends to the end of the parameter. */
function secretSpans(decoded: DecodedText, part: Span): readonly Span[] {
  const { text } = decoded
  const secret = after(secretName, text, part)
  const secrets = secret ? [secret] : []
  const expression = after(searchName, text, part)
  if (!expression) return [...secrets, ...addressSpans(decoded, part)]
  if (secretField.test(text.slice(expression.from, expression.to))) return [...secrets, expression]
  return [...secrets, ...literalParts(text, expression).flatMap((each) => addressSpans(decoded, each))]
}

/** The path and each parameter of a target, by the separators that are not encoded. */
function targetParts({ text, depth }: DecodedText): readonly Span[] {
  const parts: Span[] = []
  let from = 0
  let query = false
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] !== (query ? '&' : '?') || depth(at) > 0) continue
    parts.push({ from, to: at })
    from = at + 1
    query = true
  }
  return [...parts, { from, to: text.length }]
}

/**
 * A raw request target without secrets: the values of `_key`, `key`, `code`, `password` and `access_token` in any spelling and behind any
 * separator, a `_search` about passwords or keys, and user and query of web addresses are replaced by `***`; everything else is kept as it is.
 */
export function maskSecrets(target: string): string {
  const decoded = decodeText(target)
  return replaced(
    decoded,
    targetParts(decoded).flatMap((part) => secretSpans(decoded, part)),
  )
}
