import { fileAddress } from '../records/address.ts'
import type { KnownFile } from '../records/known-file.ts'
import type { WantedFile } from '../records/desired.ts'
import type { FileChange, Origin } from './change.ts'
import type { DiffContext } from './diff-context.ts'
import { filesRefusal } from './refusals.ts'

/** The content of each file that is ours, as it was last applied, by path. */
export type OwnContents = ReadonlyMap<string, Pick<WantedFile, 'size' | 'sha256'>>

interface Sides {
  readonly present: KnownFile | undefined
  readonly own: string | undefined
}

function fileChange(wanted: WantedFile, { present, own }: Sides, context: DiffContext): FileChange {
  const { path, from, size, sha256 } = wanted
  const change: FileChange = {
    kind: 'file',
    address: fileAddress(path),
    action: present ? 'update' : 'create',
    file: { path, from, before: present ? { size: present.size, sha256: present.sha256 } : null, after: { size, sha256 } },
    origin: originOf(wanted, { present, own }),
    source: context.locate(wanted.source),
  }
  return context.capabilities.files ? change : { ...change, action: 'cannot', reason: filesRefusal }
}

/** A file of ours that the store has no more was removed there. */
function originOf({ sha256 }: WantedFile, { present, own }: Sides): Origin {
  if (own === undefined) return present ? 'adopt' : 'git'
  if (present?.sha256 === own) return 'git'
  return sha256 === own ? 'store' : 'both'
}

/**
 * The pictures that the store does not have, or has with other content, by path. Files of different size differ; files of
 * the same size are equal only where the hash is known and equal. A rendition has no size: its identity decides. `own` says who
 * changed a file that was applied; default: nothing is known to be ours.
 */
export function diffFiles(
  wanted: readonly WantedFile[],
  present: readonly KnownFile[],
  { own, ...context }: DiffContext & { readonly own?: OwnContents },
): readonly FileChange[] {
  const presentByPath = new Map(present.map((file) => [file.path, file]))
  const wantedByPath = new Map(wanted.map((file) => [file.path, file]))
  return [...wantedByPath.values()]
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
    .flatMap((file) => {
      const known = presentByPath.get(file.path)
      const isSame = known?.sha256 === file.sha256 && (file.size === null || known.size === file.size)
      return isSame ? [] : [fileChange(file, { present: known, own: own?.get(file.path)?.sha256 }, context)]
    })
}
