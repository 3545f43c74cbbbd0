import type { Explanation } from '../catalogue/explain/explanation.ts'
import { OperationalError } from '../errors.ts'
import { keyNames, rowIdentity } from '../records/row-identity.ts'
import { documentedCapabilities } from '../resources/capabilities.ts'
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
  const nameOf = (fields: Fields): string => rowIdentity({ resource, fields }, documentedCapabilities)
  const byName = new Map(live.toReversed().map((fields) => [nameOf(fields), fields]))
  return rows.map(({ identity }) => byName.get(nameOf(identity)) ?? null)
}

function scopeOf(resource: ResourceName, { rows }: Explanation): { resource: ResourceName; fields: readonly string[]; children: [] } {
  const asked = rows.flatMap(({ fields }) => fields.map(({ field }) => field))
  return { resource, fields: [...new Set([...keyNames(resource), ...asked])], children: [] }
}

async function readLiveFile({ files }: StoreClient, { rows }: Explanation): Promise<readonly (Fields | null)[]> {
  const path = rows[0]?.identity['path'] ?? ''
  if (!files) throw new OperationalError('files-fault', 'This store has no files_url, so its files cannot be read.')
  const found = (await files.list(path.slice(0, path.lastIndexOf('/')))).find((file) => file.path === path)
  return [found ? { size: String(found.size) } : null]
}
