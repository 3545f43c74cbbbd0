import { parameterBytes } from '../records/target-bytes.ts'

/** Splits the values of a filter into requests with at most `room` bytes of values; repetitions are dropped. */
export function valueChunks(field: string, values: readonly string[], room: number): string[][] {
  const chunks: string[][] = []
  let left = 0
  for (const value of new Set(values)) {
    const bytes = parameterBytes(field, value)
    const last = chunks.at(-1)
    if (last && bytes <= left) {
      last.push(value)
      left -= bytes
    } else {
      chunks.push([value])
      left = room - bytes
    }
  }
  return chunks
}
