import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { invariant } from '../../../errors.ts'
import { collect } from '../../http/request-body.ts'
import type { BlobStore, Upload } from './blob-store.ts'

/** Blobs in memory, for tests and short demos. */
export function openMemoryBlobs(): BlobStore {
  const blobs = new Map<string, Uint8Array>()

  function put(bytes: Uint8Array): Upload {
    const sha256 = hash('sha256', bytes)
    return { sha256, size: bytes.length, keep: () => void blobs.set(sha256, bytes), discard: () => undefined }
  }

  return {
    put,
    async receive(chunks) {
      return put(await collect(chunks))
    },
    open(sha256, range) {
      const bytes = blobs.get(sha256)
      invariant(bytes, 'the blob of a file exists')
      return Readable.from([range ? bytes.subarray(range.first, range.last + 1) : bytes], { objectMode: false })
    },
    drop: (sha256) => void blobs.delete(sha256),
    sweep(isUsed) {
      for (const sha256 of blobs.keys()) if (!isUsed(sha256)) blobs.delete(sha256)
    },
  }
}
