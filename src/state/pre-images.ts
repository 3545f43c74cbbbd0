import type { DatabaseSync } from 'node:sqlite'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { GroupCommit } from './group-commit.ts'
import { bytesAt, DamagedRow, integerAt, readRow, textAt } from './row.ts'
import type { Row } from './row.ts'
import type { Runs } from './runs.ts'
import type { PreImage } from './kept-file.ts'
import type { State } from './state.ts'

/** What runs have overwritten, so that they can be undone. */
export type PreImages = Pick<State, 'keepPreImage' | 'preImagesOf' | 'keptPicture'>

/** Compressed bytes are kept where they need at most this share of the file. */
const worthwhile = 0.9

/** The pre-images in an open database; equal files are stored once. */
export function openPreImages(database: DatabaseSync, { write, read }: GroupCommit, { mustWrite }: Pick<Runs, 'mustWrite'>): PreImages {
  const insertPicture = database.prepare('INSERT OR IGNORE INTO picture (sha256, size, deflated, bytes) VALUES (?, ?, ?, ?)')
  const insert = database.prepare('INSERT OR IGNORE INTO pre_image (run_id, path, sha256) VALUES (?, ?, ?)')
  const find = database.prepare('SELECT 1 FROM pre_image WHERE run_id = ? AND path = ?')
  const ofRun = database.prepare(
    'SELECT path, picture.sha256, size FROM pre_image JOIN picture ON picture.sha256 = pre_image.sha256 WHERE run_id = ? ORDER BY path',
  )
  const one = database.prepare('SELECT * FROM picture WHERE sha256 = ?')
  return {
    keepPreImage: (runId, fence, { at, path, sha256, bytes }) => {
      const packed = deflateRawSync(bytes)
      const isSmaller = packed.length <= bytes.length * worthwhile
      return write(() => {
        mustWrite(runId, fence, at)
        if (find.get(runId, path) !== undefined) return
        insertPicture.run(sha256, bytes.length, isSmaller ? 1 : 0, isSmaller ? packed : bytes)
        insert.run(runId, path, sha256)
      })
    },
    preImagesOf: (runId) => read(() => new Map(ofRun.all(runId).map((row) => [textAt(row, 'path'), preImageOf(row)]))),
    keptPicture: (sha256) =>
      read(() => {
        const row = one.get(sha256)
        return row ? readPicture(row) : null
      }),
  }
}

function preImageOf(row: Row): PreImage {
  return { path: textAt(row, 'path'), sha256: textAt(row, 'sha256'), size: integerAt(row, 'size') }
}

/** The bytes of the file in a row of `picture`. Throws `DamagedRow`. */
export function readPicture(row: Row): Uint8Array {
  return readRow(row, { table: 'overwritten picture', key: 'sha256' }, () => {
    const packed = bytesAt(row, 'bytes')
    const bytes = integerAt(row, 'deflated') === 1 ? inflateRawSync(packed) : packed
    if (bytes.length !== integerAt(row, 'size')) throw new DamagedRow('it is not as long as the file was')
    return bytes
  })
}
