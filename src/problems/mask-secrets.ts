/** `key:` or a similar label before a secret; a reference such as `${STORE_KEY}` is not a secret. */
const keyLabel = /\b(?:key|token|password|secret)["']?\s*:\s*["']?(?!["']?\$\{)/gi
const keyValue = /[^\s"',{}[\]#]+/y
const userInfo = /(?<=\/\/)[^\s/@"']+(?=@)/g
const urlQuery = /(?<=\burl["']?\s*:[^\n?#]*\?)[^\s"',}\]]+/gi

/** The text with keys, user names in addresses and query strings of webhook addresses replaced by `*`; the length stays the same. */
export function maskSecrets(text: string): string {
  return maskKeys(text).replaceAll(userInfo, stars).replaceAll(urlQuery, stars)
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

function stars(secret: string): string {
  return '*'.repeat(secret.length)
}
