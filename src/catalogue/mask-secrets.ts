/** A plain value of `key:` or of a word like it; a reference such as `${STORE_KEY}` is none. */
const keyValue = /(?<=\b(?:key|token|password|secret)["']?\s*:\s*["']?)(?!["']?\$\{)[^\s"',{}[\]#]+/gi
const userInfo = /(?<=\/\/)[^\s/@"']+(?=@)/g
const urlQuery = /(?<=\burl["']?\s*:[^\n?#]*\?)[^\s"',}\]]+/gi

/** The text with keys, names in addresses and the queries of webhook addresses blotted out; its length stays. */
export function maskSecrets(text: string): string {
  return text.replaceAll(keyValue, blot).replaceAll(userInfo, blot).replaceAll(urlQuery, blot)
}

function blot(secret: string): string {
  return '*'.repeat(secret.length)
}
