import type { Change, FileChange, RecordChange } from '../diff/change.ts'
import { unpackedChanges } from '../diff/packed-changes.ts'
import { isDoable } from './changes-by-root.ts'
import { draftIndex } from './draft-index.ts'
import type { Draft } from './draft.ts'
import { fieldOf } from '../resources/registry.ts'
import { fileToken } from './references.ts'

/** One upload for each picture that is missing or differs. */
export function fileDrafts(changes: readonly Change[]): Draft[] {
  const files = unpackedChanges(changes).filter((change) => change.kind === 'file')
  return files.filter(isDoable).flatMap((change): Draft[] => {
    const { path, from, before, after } = change.file
    if (after === null) return []
    return [
      {
        stage: 'files',
        title: `${before ? 'replace' : 'upload'} ${path}`,
        idempotency: 'file',
        action: { kind: 'put-file', path, from, size: after.size, sha256: after.sha256 },
        changes: [change.address],
        roots: [],
        provides: [fileToken(path)],
        wants: [],
        after: [],
      },
    ]
  })
}

/** One deletion for each file that is removed, after the steps that change or remove the records which name it. */
export function fileRemovalDrafts(all: readonly Change[], written: readonly Draft[]): Draft[] {
  const changes = unpackedChanges(all)
  const removed = changes.filter((change): change is FileChange => change.kind === 'file' && change.action === 'remove')
  if (removed.length === 0) return []
  const namers = Map.groupBy(
    changes.filter((change) => change.kind === 'record').flatMap((change) => filesBefore(change).map((path) => ({ path, change }))),
    ({ path }) => path,
  )
  const draftsOf = draftIndex(written, (draft) => draft.changes)
  return removed.flatMap((change): Draft[] => {
    const { path, before } = change.file
    const { sha256 } = before ?? {}
    if (before === null || sha256 === undefined || sha256 === null) return []
    return [
      {
        stage: 'file removals',
        title: `remove ${path}`,
        idempotency: 'delete',
        action: { kind: 'delete-file', path, size: before.size, sha256 },
        changes: [change.address],
        roots: [],
        provides: [],
        wants: [],
        after: draftsOf((namers.get(path) ?? []).map((named) => named.change.address)),
      },
    ]
  })
}

/** The files that a record names in fields that a change writes or removes. */
function filesBefore({ resource, fields }: RecordChange): readonly string[] {
  return fields.flatMap(({ field, before }) => {
    const declared = fieldOf(resource, field)
    return declared.kind === 'file' && before !== null && before !== '' ? [`${declared.folder}/${before}`] : []
  })
}
