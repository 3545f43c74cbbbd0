import type { Explanation } from '../catalogue/explain/explanation.ts'
import { OperationalError } from '../errors.ts'
import { type ResourceName, resourceOf } from '../resources/registry.ts'
import type { Fields } from '../resources/resource.ts'
import type { StoreClient } from '../store/store-client.ts'

/** The store's row for each row of an explanation; `null` where the store has none. */
export async function readLiveRows(store: StoreClient, explanation: Explanation): Promise<readonly (Fields | null)[]> {
  const { resource, rows } = explanation
  if (resource === 'File') return readLiveFile(store, explanation)
  const [first] = resourceOf(resource).natural
  const values = [...new Set(rows.map(({ identity }) => identity[first ?? ''] ?? ''))]
  if (first === undefined || values.length === 0) return []
  const live: Fields[] = []
  for await (const { fields } of store.readWhere(scopeOf(resource, explanation), first, values)) live.push(fields)
  return rows.map(({ identity }) => live.find((fields) => hasIdentity(fields, identity)) ?? null)
}

function scopeOf(resource: ResourceName, { rows }: Explanation): { resource: ResourceName; fields: readonly string[]; children: [] } {
  const { natural, key } = resourceOf(resource)
  const asked = rows.flatMap(({ fields }) => fields.map(({ field }) => field))
  return { resource, fields: [...new Set([...(key === null ? [] : [key]), ...natural, ...asked])], children: [] }
}

/** Absent and empty are the same to a store (assumptions.md W22). */
function hasIdentity(fields: Fields, identity: Fields): boolean {
  return Object.entries(identity).every(([name, value]) => (fields[name] ?? '') === value)
}

async function readLiveFile({ files }: StoreClient, { rows }: Explanation): Promise<readonly (Fields | null)[]> {
  const path = rows[0]?.identity['path'] ?? ''
  if (!files) throw new OperationalError('files-fault', 'This store has no files_url, so its files cannot be read.')
  const found = (await files.list(path.slice(0, path.lastIndexOf('/')))).find((file) => file.path === path)
  return [found ? { size: String(found.size) } : null]
}
