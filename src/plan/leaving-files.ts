import type { Change, FileChange, RecordChange } from '../diff/change.ts'
import { fileAddress } from '../records/address.ts'
import { rowIdentity } from '../records/row-identity.ts'
import type { Capabilities } from '../resources/capabilities.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import { resourceOf } from '../resources/registry.ts'
import { fileToken } from './references.ts'
import { namedBy } from './root-needs.ts'
import type { FileLeft } from './untouched.ts'

/** A row of the store that names a file. */
export interface NamingRow {
  readonly row: RecordTree
  readonly field: string
  readonly address: string
}

/** A file of ours that is in the store as we left it, and not in the catalogue any more. */
export interface LeavingFile {
  readonly path: string
  /** Bytes. */
  readonly size: number
  readonly sha256: string
  /** The rows of the store that name it now. */
  readonly namedBy: readonly NamingRow[]
}

/** The change that removes a file. */
export function fileRemoval({ path, size, sha256 }: Pick<LeavingFile, 'path' | 'size' | 'sha256'>): FileChange {
  return {
    kind: 'file',
    address: fileAddress(path),
    action: 'remove',
    file: { path, from: path, before: { size, sha256 }, after: null },
    origin: 'git',
    source: null,
  }
}

/**
 * The changes without the removals of files that a row of the store still names after them, or names then; and why those stay.
 * `leaving`: all files whose removal may be among the changes.
 */
export function withoutNamedFiles(
  changes: readonly Change[],
  leaving: readonly LeavingFile[],
  capabilities: Capabilities,
): { readonly changes: readonly Change[]; readonly files: readonly FileLeft[] } {
  if (leaving.length === 0) return { changes, files: [] }
  const named = new Map<string, string>()
  const byRow = Map.groupBy(
    changes.filter((change) => change.kind === 'record' && change.action !== 'cannot'),
    (change) => rowKey({ resource: change.resource, fields: change.key }, capabilities),
  )
  for (const { path, namedBy } of leaving) {
    const stays = namedBy.find(({ row, field }) => !(byRow.get(rowKey(row, capabilities)) ?? []).some((change) => gives(change, field)))
    if (stays) named.set(path, stays.address)
  }
  const paths = new Map(leaving.map(({ path }) => [fileToken(path), path]))
  for (const change of changes) {
    for (const path of (change.kind === 'file' || change.action === 'cannot' ? [] : namedBy(change)).flatMap(
      (token) => paths.get(token) ?? [],
    ))
      named.set(path, change.address)
  }
  const isNamed = (change: Change): boolean => change.kind === 'file' && change.action === 'remove' && named.has(change.file.path)
  const left = changes.flatMap((change): FileLeft[] => {
    const by = change.kind === 'file' && isNamed(change) ? named.get(change.file.path) : undefined
    return change.kind === 'file' && by !== undefined ? [{ path: change.file.path, reason: 'named', by }] : []
  })
  return { changes: changes.filter((change) => !isNamed(change)), files: left }
}

/** By the primary key where the row has one: another picture of an extra image is another row by its natural key. */
function rowKey({ resource, fields }: Pick<RecordTree, 'resource' | 'fields'>, capabilities: Capabilities): string {
  const { key } = resourceOf(resource)
  const code = key === null ? undefined : fields[key]
  return `${resource} ${code ?? rowIdentity({ resource, fields }, capabilities)}`
}

/** True where a change writes something else to the field, or removes the row. */
function gives({ action, fields }: RecordChange, field: string): boolean {
  return action === 'remove' || fields.some((written) => written.field === field)
}
