import type { Readable } from 'node:stream'

/** A range of bytes of a file, counted from 0, both ends included. */
export interface ByteRange {
  readonly first: number
  readonly last: number
}

/** Received bytes that belong to no file yet. `keep` or `discard` must be called; `discard` after `keep` has no effect. */
export interface Upload {
  /** Lower-case hex. */
  readonly sha256: string
  /** Bytes. */
  readonly size: number
  /** Stores them as a blob. Synchronous, so that the row that refers to the blob can follow at once. */
  keep(): void
  discard(): void
}

/**
 * Immutable bytes by their sha256. A blob is stored before a row refers to it and removed after the last such row, so that a crash can
 * at most leave an unused blob.
 */
export interface BlobStore {
  /** Reads the chunks to their end; an aborted stream leaves nothing behind. */
  receive(chunks: AsyncIterable<Uint8Array>): Promise<Upload>
  put(bytes: Uint8Array): Upload
  open(sha256: string, range: ByteRange | null): Readable
  drop(sha256: string): void
  /** Removes every blob for which `isUsed` is false. */
  sweep(isUsed: (sha256: string) => boolean): void
}
