/** Bytes in memory or in a file. */
export interface StoredBytes {
  readonly length: number
  /** A part, valid until the next call. */
  slice(start: number, end: number): Buffer
}

/** Bytes in memory. */
export function inMemory(bytes: Buffer): StoredBytes {
  return { length: bytes.length, slice: (start, end) => bytes.subarray(start, end) }
}
