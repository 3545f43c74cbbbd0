import type { Hazard } from '../../plan/hazard.ts'
import type { RecordChange } from '../../diff/change.ts'
import { kindOf } from '../kinds.ts'
import { sanitizeLine } from '../sanitize.ts'
import { resourceOf, type ResourceName } from '../../resources/registry.ts'
import type { ChangeView, RootView } from './root-view.ts'

/** A row that is removed while one with the same values is created under another name: a renamed attribute, or another category. */
export interface ReplacedRow {
  readonly resource: ResourceName
  readonly removed: ChangeView
  readonly created: ChangeView
  /** The names of both, sanitized, such as the labels of attributes; `top` for the top of the categories. */
  readonly from: string
  readonly to: string
}

/** The rows that have a name and values, and nothing below them. */
const named: ReadonlySet<ResourceName> = new Set<ResourceName>(['ProductAttributes', 'ProdCat', 'CatParent'])
/** Their positions follow from their order in the document. */
const unlike: ReadonlySet<string> = new Set(['sort', 'code'])

interface Row {
  readonly view: ChangeView
  readonly change: RecordChange
}

/** The replaced rows below a root record: where values are equal, one removed row and one created row have them. */
export function replacedRows({ below }: Pick<RootView, 'below'>): readonly ReplacedRow[] {
  const rows = below.flatMap((view): readonly Row[] => {
    const { change } = view
    const isRow = change.kind === 'record' && named.has(change.resource) && (change.action === 'create' || change.action === 'remove')
    return isRow ? [{ view, change }] : []
  })
  if (rows.length < 2) return []
  return [...Map.groupBy(rows, ({ change }) => valuesOf(change)).values()].flatMap((alike) => {
    const [removed, created] = (['remove', 'create'] as const).map((action) => alike.filter(({ change }) => change.action === action))
    const [before, after] = [removed?.[0], created?.[0]]
    if (!before || !after || removed?.length !== 1 || created?.length !== 1) return []
    const { resource } = before.change
    return [{ resource, removed: before.view, created: after.view, from: nameOf(before.change), to: nameOf(after.change) }]
  })
}

/** What a row has besides its name, as a text to compare. */
function valuesOf({ resource, action, fields }: RecordChange): string {
  const { natural } = resourceOf(resource)
  const values = fields
    .filter(({ field }) => !natural.includes(field) && !unlike.has(field))
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
export function withoutReplaced(hazards: readonly Hazard[], roots: readonly RootView[]): readonly Hazard[] {
  if (!hazards.some(({ kind }) => kind === 'removes-rows')) return hazards
  const replaced = Map.groupBy(
    roots.flatMap((root) => replacedRows(root).map(({ resource }) => `${resource} ${root.address}`)),
    (id) => id,
  )
  return hazards.filter(
    (hazard) =>
      hazard.kind !== 'removes-rows' ||
      hazard.rows > (replaced.get(`${hazard.resource} ${sanitizeLine(hazard.root.address)}`)?.length ?? 0),
  )
}

/** Identifies what replaces what. */
export function replacementName({ resource, from, to }: ReplacedRow): string {
  return JSON.stringify([resource, from, to])
}

/** The rows that are replaced alike in several root records: both changes lead to what they are part of. */
export function repeatedReplacements(roots: readonly RootView[]): ReadonlyMap<ChangeView, ReplacedRow> {
  const all = Map.groupBy(
    roots.flatMap((root) => replacedRows(root)),
    replacementName,
  )
  const repeated = [...all.values()].filter(({ length }) => length > 1).flat()
  return new Map(repeated.flatMap((row) => [[row.removed, row] as const, [row.created, row] as const]))
}
