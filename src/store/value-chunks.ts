/** Length of a URL's filters at most, in characters: servers and proxies commonly stop at 8,192 for a whole request line. */
const longestFilter = 6_000

/** Splits the values of one filter into requests of bearable length; each value once. */
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
