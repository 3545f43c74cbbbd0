/** `key:` or a similar label before a secret; a reference such as `${STORE_KEY}` is not a secret. */
const keyLabel = /\b(?:key|token|password|secret)["']?\s*:\s*["']?(?!["']?\$\{)/gi
const keyValue = /[^\s"',{}[\]#]+/y
const userInfo = /(?<=\/\/)[^\s/@"']+(?=@)/g
const urlLabel = /\burl["']?\s*:/gi
/** A query that is not in quotes: a reference is whole, and what ends a flow value ends it only where nothing of it follows. */
const plainQuery = /(?:\$\{[^}\n]*\}|,(?=\S)|[}\]](?=[^\s,}\]])|[^\s,}\]])*/y
const [singleQuoted, doubleQuoted] = [/[^'\n]*/y, /[^"\n]*/y]
/** Before its query, in characters. */
const longestAddress = 8192
const reference = /\$\{[^}]*\}|[^$]+|\$/g

/** The text with keys, user names in addresses and query strings of webhook addresses replaced by `*`; the length stays the same. */
export function maskSecrets(text: string): string {
  return maskQueries(maskKeys(text).replaceAll(userInfo, stars))
}

/** Searches forward from each label. A pattern with a lookbehind at each character takes minutes for a document of spaces. */
function maskKeys(text: string): string {
  const parts: string[] = []
  let done = 0
  for (const { index, 0: label } of text.matchAll(keyLabel)) {
    keyValue.lastIndex = index + label.length
    const value = keyValue.exec(text)
    if (!value || keyValue.lastIndex <= done) continue
    const from = Math.max(done, value.index)
    parts.push(text.slice(done, from), stars(text.slice(from, keyValue.lastIndex)))
    done = keyValue.lastIndex
  }
  return parts.length === 0 ? text : parts.join('') + text.slice(done)
}

/** References stay: `${ERP_KEY}` is a name, no secret. */
function maskQueries(text: string): string {
  const parts: string[] = []
  let done = 0
  for (const { index, 0: label } of text.matchAll(urlLabel)) {
    const query = index < done ? null : queryAt(text, index + label.length)
    if (!query) continue
    const masked = text.slice(query.start, query.end).replaceAll(reference, (part) => (part.startsWith('${') ? part : stars(part)))
    parts.push(text.slice(done, query.start), masked)
    done = query.end
  }
  return parts.length === 0 ? text : parts.join('') + text.slice(done)
}

/** The query of an address on the rest of a line; in quotes it goes to the one that closes. */
function queryAt(text: string, from: number): { readonly start: number; readonly end: number } | null {
  // Bounded: a line may have a label every few characters.
  const [line = ''] = text.slice(from, from + longestAddress).split('\n', 1)
  const mark = line.search(/[?#]/)
  if (line[mark] !== '?') return null
  const start = from + mark + 1
  const quote = /["'](?=[^"']*$)/.exec(line.slice(0, mark))?.[0]
  const query = quote === undefined ? plainQuery : quote === '"' ? doubleQuoted : singleQuoted
  query.lastIndex = start
  return { start, end: start + (query.exec(text)?.[0].length ?? 0) }
}

function stars(secret: string): string {
  return '*'.repeat(secret.length)
}
