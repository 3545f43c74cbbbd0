import { createHash } from 'node:crypto'
import { byCode } from '../../source/by-code.ts'

/**
 * Lower-case hex sha256 of files by path and bytes, in the order of their paths (semantics.md 19): each file counts as its path, a
 * zero byte, the sha256 of its bytes and a line end. `hashes` is by path.
 */
export function contentHash(hashes: ReadonlyMap<string, string>): string {
  const hash = createHash('sha256')
  for (const path of [...hashes.keys()].toSorted(byCode)) hash.update(`${path}\0${hashes.get(path) ?? ''}\n`)
  return hash.digest('hex')
}
