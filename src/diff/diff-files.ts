import { fileAddress } from '../records/address.ts'
import type { KnownFile } from '../records/known-file.ts'
import type { WantedFile } from '../records/desired.ts'
import type { Change } from './change.ts'
import type { DiffContext } from './diff-context.ts'
import { filesRefusal } from './refusals.ts'

function fileChange(wanted: WantedFile, present: KnownFile | undefined, context: DiffContext): Change {
  const { path, from, size, sha256 } = wanted
  const change: Change = {
    address: fileAddress(path),
    action: present ? 'update' : 'create',
    resource: 'File',
    root: null,
    rootResource: null,
    title: path,
    key: { path },
    fields: [],
    file: { path, from, before: present ? { size: present.size, sha256: present.sha256 } : null, after: { size, sha256 } },
    origin: present ? 'adopt' : 'git',
    source: context.locate(wanted.source),
  }
  return context.capabilities.files ? change : { ...change, action: 'cannot', reason: filesRefusal }
}

/**
 * The pictures that the store does not hold, or holds with other bytes, by path. Another size is another content; the
 * same size is the same content only when the hash is known and equal. A rendition has no size of its own: its identity decides.
 */
export function diffFiles(wanted: readonly WantedFile[], present: ReadonlyMap<string, KnownFile>, context: DiffContext): readonly Change[] {
  const byPath = new Map(wanted.map((file) => [file.path, file]))
  return [...byPath.values()]
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
    .flatMap((file) => {
      const known = present.get(file.path)
      const isSame = known?.sha256 === file.sha256 && (file.size === null || known.size === file.size)
      return isSame ? [] : [fileChange(file, known, context)]
    })
}
