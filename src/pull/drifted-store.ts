import type { RootedChange } from '../diff/change.ts'
import { originOfField } from '../diff/compare-fields.ts'
import type { DiffContext } from '../diff/diff-context.ts'
import { diffRoot } from '../diff/diff-root.ts'
import type { BaseRow } from '../records/base-record.ts'
import { childNames } from '../records/child-names.ts'
import type { DesiredRecord } from '../records/desired.ts'
import { keyOf } from '../records/named-fields.ts'
import type { RecordSource } from '../records/record-source.ts'
import { linked } from '../records/row-identity.ts'
import type { Children, RecordTree } from '../resources/record-tree.ts'
import { resourceOf, type ResourceName } from '../resources/registry.ts'
import { canonicalValue } from '../resources/scalar.ts'
import { derivedPrice, priceRows } from './collapse/collapse-grid.ts'
import { partOf, partsOfChange } from './unit.ts'

/** A record of the catalogue, in the store and as last applied. */
export interface DriftedRecord {
  readonly desired: DesiredRecord
  readonly live: RecordTree
  readonly base: BaseRow
}

/** The parts of an entry that somebody changed in the store. */
export interface DriftedParts {
  /** Those that only the store changed. */
  readonly taken: ReadonlySet<string>
  /** Those that the catalogue changed too, so that taking them over would undo that. */
  readonly refused: ReadonlySet<string>
}

/** Which parts of an entry were changed in the store since the last apply. */
export function driftedParts(record: DriftedRecord, context: DiffContext): DriftedParts {
  const key = keyOf(record.desired)
  const origins = diffRoot(record, context).flatMap((change) => originsOf(change, key))
  const byPart = Map.groupBy(origins, ({ part }) => part)
  const drifted = [...byPart].filter(([, some]) => some.some(({ origin }) => origin === 'store' || origin === 'both'))
  const [taken, refused] = [true, false].map((isTaken) =>
    drifted.filter(([, some]) => some.every(({ origin }) => origin === 'store') === isTaken).map(([part]) => part),
  )
  return { taken: new Set(taken), refused: new Set(refused) }
}

interface PartOrigin {
  readonly part: string
  readonly origin: RootedChange['origin']
}

function originsOf(change: RootedChange, key: string): PartOrigin[] {
  const isOwn = change.kind === 'record' && change.resource === change.root.resource
  if (isOwn && change.fields.length > 0) return change.fields.map((field) => ({ part: partOf(field.field), origin: originOfField(field) }))
  return partsOfChange(change, key).map((part) => ({ part, origin: change.origin }))
}

/** The records of the catalogue as if the store had them, but for the parts that are taken from it: `null` where none is. */
export function asInStore(
  desired: RecordSource<DesiredRecord>,
  taken: (key: string) => { readonly live: RecordTree; readonly parts: ReadonlySet<string> } | null,
): RecordSource<RecordTree> {
  const get = (key: string): RecordTree | undefined => {
    const record = desired.get(key)
    const found = record && taken(key)
    return record && (found ? withParts(record, found) : rowAsInStore(record))
  }
  return {
    keys: () => desired.keys(),
    get,
    *[Symbol.iterator]() {
      for (const key of desired.keys()) {
        const record = get(key)
        if (record) yield record
      }
    },
  }
}

function withParts(
  desired: DesiredRecord,
  { live, parts }: { readonly live: RecordTree; readonly parts: ReadonlySet<string> },
): RecordTree {
  const own = rowAsInStore(desired)
  const there = withFollowingPrices(desired, live)
  const fields = {
    ...Object.fromEntries(Object.entries(own.fields).filter(([name]) => !parts.has(partOf(name)))),
    ...Object.fromEntries(Object.entries(there.fields).filter(([name]) => parts.has(partOf(name)))),
  }
  const isTaken = (name: ResourceName): boolean => {
    const { authored } = resourceOf(name)
    return authored !== undefined && !('section' in authored) && parts.has(partOf(authored.key))
  }
  const rows = (from: RecordTree, which: boolean): Children<RecordTree> =>
    Object.fromEntries(childNames(from.children).flatMap((name) => (isTaken(name) === which ? [[name, from.children[name]] as const] : [])))
  return { ...own, fields, children: { ...rows(own, false), ...rows(there, true) } }
}

/**
 * A record of the store whose simple price follows its grid where the catalogue gives it none of its own and the store has not changed it:
 * only the grid was changed, and only that is taken. The same for its variants.
 */
function withFollowingPrices(desired: DesiredRecord, live: RecordTree): RecordTree {
  const byCode = new Map((desired.children.Variants ?? []).map((variant) => [keyOf(variant), variant]))
  const variants = live.children.Variants?.map((variant) => {
    const declared = byCode.get(keyOf(variant))
    return declared ? withFollowingPrices(declared, variant) : variant
  })
  const children = variants ? { ...live.children, Variants: variants } : live.children
  const derived = derivedPrice(priceRows(live))
  if (derived === undefined || !hasDerivedPrice(desired) || decimal(live.fields['price']) !== decimal(desired.fields['price']))
    return { ...live, children }
  return { ...live, children, fields: { ...live.fields, price: derived } }
}

/** True where the price of a record is that of a row of its grid, and written nowhere else. */
function hasDerivedPrice({ spans, children }: DesiredRecord): boolean {
  const place = spans['price']
  return (children.PricingAdvanced ?? []).some(
    ({ source }) => place !== undefined && source.file === place.file && source.start === place.start && source.end === place.end,
  )
}

function decimal(text = ''): string {
  return canonicalValue({ kind: 'decimal', doc: '' }, text)
}

function rowAsInStore(record: DesiredRecord): RecordTree {
  const { resource, fields, children } = record
  const rows = childNames(children).map((name) => [name, (children[name] ?? []).map((row) => linked(rowAsInStore(row), record))] as const)
  return { resource, fields, children: Object.fromEntries(rows) }
}
