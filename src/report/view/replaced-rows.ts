import type { Change, RecordChange } from '../../diff/change.ts'
import { unpackedChanges } from '../../diff/packed-changes.ts'
import type { Hazard } from '../../plan/hazard.ts'
import { resourceOf, type ResourceName } from '../../resources/registry.ts'
import { kindOf } from '../kinds.ts'
import { sanitizeLine } from '../sanitize.ts'
import type { RootView } from './root-view.ts'

/** A row that is removed while one with the same values is created under another name: a renamed attribute, or another category. */
export interface ReplacedRow {
  readonly resource: ResourceName
  readonly removed: RecordChange
  readonly created: RecordChange
  /** The names of both, sanitized, such as the labels of attributes; `top` for the top of the categories. */
  readonly from: string
  readonly to: string
}

/** The rows that have a name and values, and nothing below them. */
const named: ReadonlySet<ResourceName> = new Set<ResourceName>(['ProductAttributes', 'ProdCat', 'CatParent'])

/** The replaced rows among the changes of one root record: where values are equal, one removed row and one created row have them. */
export function replacedRows(changes: readonly Change[]): readonly ReplacedRow[] {
  const rows = changes.filter(isNamedRow)
  if (rows.length < 2) return []
  return [...Map.groupBy(rows, valuesOf).values()].flatMap((alike) => {
    const [[removed, ...moreRemoved], [created, ...moreCreated]] = [
      alike.filter(({ action }) => action === 'remove'),
      alike.filter(({ action }) => action === 'create'),
    ]
    if (!removed || !created || moreRemoved.length + moreCreated.length > 0) return []
    return [{ resource: removed.resource, removed, created, from: nameOf(removed), to: nameOf(created) }]
  })
}

function isNamedRow(change: Change): change is RecordChange {
  return change.kind === 'record' && named.has(change.resource) && (change.action === 'create' || change.action === 'remove')
}

/** What a row has besides its name and its position, as a text to compare. */
function valuesOf({ resource, action, fields }: RecordChange): string {
  const { natural } = resourceOf(resource)
  const values = fields
    .filter(({ field }) => !natural.includes(field) && field !== 'sort')
    .map(({ field, before, after }) => [field, (action === 'remove' ? before : after) ?? ''] as const)
    .filter(([, value]) => value !== '')
  return JSON.stringify([resource, values])
}

function nameOf({ resource, key }: RecordChange): string {
  const [, name = ''] = resourceOf(resource).natural
  const value = key[name] ?? ''
  return resource === 'CatParent' && value === '0' ? 'top' : sanitizeLine(value)
}

/** `attribute Colour → Color`. */
export function replacementWords({ resource, from, to }: Pick<ReplacedRow, 'resource' | 'from' | 'to'>): string {
  return `${kindOf(resource).one} ${from} \u2192 ${to}`
}

/** The hazards of a plan but those about rows that are all replaced: a renamed attribute or another category loses nothing. */
export function withoutReplaced(hazards: readonly Hazard[], changes: readonly Change[]): readonly Hazard[] {
  const roots = new Set(hazards.flatMap((hazard) => (hazard.kind === 'removes-rows' ? [hazard.root.address] : [])))
  if (roots.size === 0) return hazards
  const rows = unpackedChanges(changes)
    .filter(isNamedRow)
    .filter(({ root }) => roots.has(root.address))
  const replaced = [...Map.groupBy(rows, ({ root }) => root.address).values()].flatMap(replacedRows)
  const counts = Map.groupBy(replaced, ({ resource, removed }) => `${resource} ${removed.root.address}`)
  return hazards.filter(
    (hazard) => hazard.kind !== 'removes-rows' || hazard.rows > (counts.get(`${hazard.resource} ${hazard.root.address}`)?.length ?? 0),
  )
}

/** Identifies what replaces what. */
export function replacementName({ resource, from, to }: ReplacedRow): string {
  return JSON.stringify([resource, from, to])
}

/** The rows that are replaced alike in several root records: both changes lead to what they are part of. */
export function repeatedReplacements(roots: readonly RootView[]): ReadonlyMap<Change, ReplacedRow> {
  const all = Map.groupBy(
    roots.flatMap((root) => (root.packed || root.below.length < 2 ? [] : replacedRows(root.below.map(({ change }) => change)))),
    replacementName,
  )
  const repeated = [...all.values()].filter(({ length }) => length > 1).flat()
  return new Map(repeated.flatMap((row) => [[row.removed, row] as const, [row.created, row] as const]))
}
