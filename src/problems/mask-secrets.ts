/** What stands before the value of `key:`, or of a word like it; a reference such as `${STORE_KEY}` is no value. */
const keyLabel = /\b(?:key|token|password|secret)["']?\s*:\s*["']?(?!["']?\$\{)/gi
const keyValue = /[^\s"',{}[\]#]+/y
const userInfo = /(?<=\/\/)[^\s/@"']+(?=@)/g
const urlQuery = /(?<=\burl["']?\s*:[^\n?#]*\?)[^\s"',}\]]+/gi

/** The text with keys, names in addresses and the queries of webhook addresses blotted out; its length stays. */
export function maskSecrets(text: string): string {
  return withoutKeys(text).replaceAll(userInfo, blot).replaceAll(urlQuery, blot)
}

/** Looks ahead from each label. A pattern that looks back from each character takes minutes for a document of blanks. */
function withoutKeys(text: string): string {
  const parts: string[] = []
  let done = 0
  for (const { index, 0: label } of text.matchAll(keyLabel)) {
    keyValue.lastIndex = index + label.length
    const value = keyValue.exec(text)
    if (!value || keyValue.lastIndex <= done) continue
    const from = Math.max(done, value.index)
    parts.push(text.slice(done, from), blot(text.slice(from, keyValue.lastIndex)))
    done = keyValue.lastIndex
  }
  return parts.length === 0 ? text : parts.join('') + text.slice(done)
}

function blot(secret: string): string {
  return '*'.repeat(secret.length)
}
