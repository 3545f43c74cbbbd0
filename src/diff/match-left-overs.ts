import { rowIdentity } from '../records/row-identity.ts'
import type { Capabilities } from '../resources/capabilities.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import { resourceOf, type ResourceName } from '../resources/registry.ts'
import type { Fields } from '../resources/resource.ts'
import type { RecordChange } from './change.ts'
import { codeAssigner } from './code-assigner.ts'
import { updateRefusal } from './refusals.ts'

/** The text by which equal rows of a resource are found. */
export function identityText(row: Pick<RecordTree, 'resource' | 'fields'>, capabilities: Capabilities): string {
  return `${row.resource} ${rowIdentity(row, capabilities)}`
}

/**
 * The created row that overwrites each left-over row: first by natural key, then by a primary key that the catalogue chose. A row without a
 * key is matched only where the store has it once and writing it again updates it.
 */
export function matchLeftOvers(
  creates: readonly RecordChange[],
  rows: readonly RecordTree[],
  capabilities: Capabilities,
): ReadonlyMap<RecordTree, RecordChange> {
  const copies = Map.groupBy(rows, (row) => identityText(row, capabilities))
  const canMatch = (row: RecordTree): boolean =>
    resourceOf(row.resource).identity !== 'none' ||
    (copies.get(identityText(row, capabilities))?.length === 1 && updateRefusal(row.resource, capabilities) === undefined)
  const byIdentity = new Map(creates.map((change) => [identityText({ ...change, fields: writtenFields(change) }, capabilities), change]))
  const byKey = new Map(creates.map((change) => [keyText(change.resource, change.key), change]))
  const matches = new Map<RecordTree, RecordChange>()
  const taken = new Set<RecordChange>()
  const match = (row: RecordTree, change: RecordChange | undefined): void => {
    if (!change || taken.has(change)) return
    taken.add(change)
    matches.set(row, change)
  }
  const matchable = rows.filter(canMatch)
  for (const row of matchable) match(row, byIdentity.get(identityText(row, capabilities)))
  for (const row of matchable) {
    const key = matches.has(row) ? undefined : keyText(row.resource, row.fields)
    if (key !== undefined) match(row, byKey.get(key))
  }
  return matches
}

/** The values that a change writes, with its key. */
export function writtenFields({ key, fields }: RecordChange): Fields {
  return { ...key, ...Object.fromEntries(fields.map(({ field, after }) => [field, after ?? ''])) }
}

/** A primary key that the catalogue chose; `undefined` for other rows. */
function keyText(resource: ResourceName, fields: Fields): string | undefined {
  const { key, identity } = resourceOf(resource)
  const value = key === null || identity !== 'own' ? '' : (fields[key] ?? '')
  return value === '' ? undefined : `${resource} ${value}`
}

/** Other codes for the created rows whose code an overwritten row keeps. */
export function otherCodes(
  creates: readonly RecordChange[],
  matches: ReadonlyMap<RecordTree, RecordChange>,
): ReadonlyMap<RecordChange, RecordChange> {
  const overwritten = new Set(matches.values())
  const rowsOf = Map.groupBy(matches.keys(), ({ resource }) => resource)
  const others = new Map<RecordChange, RecordChange>()
  for (const [resource, rows] of rowsOf) {
    const { key, identity, natural, fields } = resourceOf(resource)
    if (key === null || identity !== 'own' || natural.includes(key)) continue
    const limit = fields[key]
    const own = creates.filter((change) => change.resource === resource)
    const codes = { inUse: rows.map((row) => row.fields[key] ?? ''), reserved: own.map((change) => change.key[key] ?? '') }
    const assign = codeAssigner(codes, limit?.kind === 'text' ? limit.maxLength : undefined)
    for (const change of own) {
      const code = overwritten.has(change) ? undefined : change.key[key]
      if (code !== undefined) others.set(change, { ...change, key: { ...change.key, [key]: assign(code) } })
    }
  }
  return others
}
