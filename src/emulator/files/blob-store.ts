import type { Readable } from 'node:stream'

/** Part of a file, both ends included, counted in bytes from 0. */
export interface ByteRange {
  readonly first: number
  readonly last: number
}

/** Bytes that have arrived but belong to no file yet. Exactly one of `keep` and `discard` is called, once. */
export interface Upload {
  /** Lower-case hex. */
  readonly sha256: string
  /** Bytes. */
  readonly size: number
  /** Makes them a blob. Synchronous, so that the row that names the blob can follow without a gap. */
  keep(): void
  discard(): void
}

/**
 * Bytes by their sha256, immutable. A blob is there before a row names it and goes after the last row is gone,
 * so that a crash leaves at worst a blob too many.
 */
export interface BlobStore {
  /** Reads the chunks to their end; a stream that breaks off leaves nothing behind. */
  receive(chunks: AsyncIterable<Uint8Array>): Promise<Upload>
  put(bytes: Uint8Array): Upload
  open(sha256: string, range: ByteRange | null): Readable
  drop(sha256: string): void
  /** Drops every blob that `named` does not know, and what broken uploads left. */
  sweep(named: (sha256: string) => boolean): void
}
