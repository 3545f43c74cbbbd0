import type { Change } from '../diff/change.ts'
import { isDoable } from './changes-by-root.ts'
import type { Draft } from './draft.ts'
import { fileToken } from './references.ts'

/** One upload for each picture that is missing or differs. */
export function fileDrafts(changes: readonly Change[]): Draft[] {
  return changes.flatMap((change): Draft[] => {
    if (change.kind !== 'file' || !isDoable(change)) return []
    const { path, from, before, after } = change.file
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
