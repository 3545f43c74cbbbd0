/** Longest filter in a URL, in characters: servers and proxies commonly limit a request line to 8,192. */
const longestFilter = 6_000

/** Splits the values of a filter into requests of limited length; repetitions are dropped. */
export function valueChunks(field: string, values: readonly string[]): string[][] {
  const chunks: string[][] = []
  let room = 0
  for (const value of new Set(values)) {
    const length = field.length + 2 + encodeURIComponent(value).length
    const last = chunks.at(-1)
    if (last && length <= room) {
      last.push(value)
      room -= length
    } else {
      chunks.push([value])
      room = longestFilter - length
    }
  }
  return chunks
}
