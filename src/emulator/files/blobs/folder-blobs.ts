import { createHash, hash, randomUUID } from 'node:crypto'
import { closeSync, createReadStream, openSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { makePrivateFolder, privateFile } from '../../database/private-path.ts'
import type { BlobStore, ByteRange, Upload } from './blob-store.ts'

/**
 * Blobs as files named by their hash. Paths of the Files API are never used on disk, so that `..`, links, reserved names and
 * case-insensitive disks have no effect. An upload is written to a temporary file and renamed: an incomplete one is never a blob.
 */
export function openFolderBlobs(folder: string): BlobStore {
  const kept = join(folder, 'kept')
  const arriving = join(folder, 'arriving')
  for (const path of [folder, kept, arriving]) makePrivateFolder(path)
  // Those of an earlier process: later ones are uploads that are under way.
  for (const name of readdirSync(arriving)) removeQuietly(join(arriving, name))

  function upload(temporary: string, sha256: string, size: number): Upload {
    return {
      sha256,
      size,
      keep: () => renameSync(temporary, join(kept, sha256)),
      discard: () => rmSync(temporary, { force: true }),
    }
  }

  return {
    put(bytes) {
      const temporary = join(arriving, randomUUID())
      writeFileSync(temporary, bytes, { mode: privateFile })
      return upload(temporary, hash('sha256', bytes), bytes.length)
    },
    async receive(chunks) {
      const temporary = join(arriving, randomUUID())
      const { sha256, size } = await writeChunks(temporary, chunks)
      return upload(temporary, sha256, size)
    },
    open: (sha256, range) => openBlob(join(kept, sha256), range),
    // Not every system can remove a file that is open; the next sweep removes it.
    drop: (sha256) => removeQuietly(join(kept, sha256)),
    sweep(isUsed) {
      for (const name of readdirSync(kept)) if (!isUsed(name)) removeQuietly(join(kept, name))
    },
  }
}

async function writeChunks(path: string, chunks: AsyncIterable<Uint8Array>): Promise<{ sha256: string; size: number }> {
  const hash = createHash('sha256')
  const file = await open(path, 'wx', privateFile)
  let size = 0
  try {
    for await (const chunk of chunks) {
      hash.update(chunk)
      await file.writeFile(chunk)
      size += chunk.length
    }
  } catch (error) {
    await file.close()
    rmSync(path, { force: true })
    throw error
  }
  await file.close()
  return { sha256: hash.digest('hex'), size }
}

/** Opened immediately, not at the first read: a blob that is removed meanwhile is still served completely. */
function openBlob(path: string, range: ByteRange | null): ReturnType<BlobStore['open']> {
  const file = openSync(path, 'r')
  try {
    return createReadStream(path, range ? { fd: file, start: range.first, end: range.last } : { fd: file })
  } catch (error) {
    closeSync(file)
    throw error
  }
}

function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {
    return
  }
}
