import type { Change } from '../diff/change.ts'
import type { ResourceName } from '../resources/registry.ts'
import { isNewRoot, type RootChanges } from './changes-by-root.ts'
import type { Draft } from './draft.ts'
import { bodyIdempotency } from './idempotency.ts'
import { endsLater, withoutLastFields } from './last-fields.ts'
import { counted } from './counted.ts'
import { postDrafts, type Entry, type StepContext } from './post-drafts.ts'
import { recordOf, resourceOfChange } from './record-of-change.ts'
import { priceToken } from './references.ts'
import type { Stage } from './step.ts'

/** Where the rows of a resource are written when the record that they hang on is there already. */
const stageOf: Readonly<Partial<Record<ResourceName, Stage>>> = {
  UserGroups: 'groups',
  Cat: 'categories',
  CatParent: 'category places',
  Product: 'products',
  Options: 'options',
  Variants: 'variants',
  VariantOptions: 'variant options',
  Inventory: 'inventory',
  Merchandising: 'merchandising',
  ProductAttributes: 'attributes',
  ProdAccessGroup: 'access',
  ExtraImages: 'extra images',
  ProdCat: 'product places',
}

/** True where the plan makes the variant of this code. */
function makesVariant({ rows }: RootChanges, code: string | undefined): boolean {
  return rows.some(({ resource, action, key }) => resource === 'Variants' && action === 'create' && key['code'] === code)
}

/**
 * A variant that joins a product on sale starts with the simple price; its grid is switched on when it is complete.
 * Its stock goes along.
 */
function variantRecord(variant: Change, rows: readonly Change[]): Pick<Entry, 'record' | 'changes' | 'provisional'> {
  const code = variant.key['code'] ?? ''
  const grid = rows.find(({ resource, key }) => resource === 'PricingAdvanced' && key['sku'] === code)
  const stock = rows.find(({ resource, key }) => resource === 'Inventory' && key['sku'] === code)
  const price = grid?.grid?.bridgePrice ?? null
  const record = recordOf(variant)
  return {
    record: {
      ...record,
      fields: grid ? { ...record.fields, ...(price === null ? {} : { price }), advanced_pricing: 'false' } : record.fields,
      children: stock ? { Inventory: [recordOf(stock)] } : {},
    },
    changes: [variant.address, ...(stock ? [stock.address] : [])],
    ...(grid ? { provisional: true } : {}),
  }
}

interface Placed extends Entry {
  readonly stage: Stage
  readonly action: Change['action']
}

function placed(change: Change, roots: RootChanges): Placed | undefined {
  const resource = resourceOfChange(change)
  const stage = stageOf[resource]
  if (stage === undefined || change.action === 'remove') return undefined
  const { action } = change
  const frame = { root: roots.address, created: action === 'create', stage, action }
  if (resource === 'Variants' && action === 'create') return { ...frame, ...variantRecord(change, roots.rows) }
  if (resource === 'Inventory' && makesVariant(roots, change.key['sku'])) return undefined
  const entry = { ...frame, record: recordOf(change), changes: [change.address] }
  if (resource !== 'VariantOptions' || action !== 'create' || endsLater(roots.own)) return entry
  return { ...entry, stage: 'go live', wants: [priceToken(change.key['variant_code'] ?? '')] }
}

function rowTitle(entries: readonly Placed[]): string {
  const resource = entries[0]?.record.resource ?? 'Product'
  const made = entries.filter(({ action }) => action === 'create').length
  const rest = entries.length - made
  if (rest === 0) return `create ${counted(made, resource)}`
  return made === 0 ? `update ${counted(rest, resource)}` : `create ${counted(made, resource)}, update ${String(rest)}`
}

/**
 * What is written beside records that the store already has: their changed fields, and each kind of child as bodies of
 * its own with the missing and changed rows only (semantics.md 14). Rows that may be repeated freely do not share a body with others.
 */
export function rowDrafts(roots: readonly RootChanges[], context: StepContext): Draft[] {
  const entries = roots
    .filter((changes) => !isNewRoot(changes))
    .flatMap((changes) => {
      const own = changes.own && withoutLastFields(changes.own)
      const all = [...(own && own.fields.length > 0 ? [own] : []), ...changes.rows]
      return all.flatMap((change) => placed(change, changes) ?? [])
    })
  const kinds = Map.groupBy(
    entries,
    ({ stage, record, provisional }) =>
      `${stage} ${record.resource} ${bodyIdempotency([record], context.capabilities)} ${provisional ? 'provisional' : ''}`,
  )
  return [...kinds.values()].flatMap((kind) => {
    const known = new Map<Entry, Placed>(kind.map((entry) => [entry, entry]))
    const title = (run: readonly Entry[]): string => rowTitle(run.flatMap((entry) => known.get(entry) ?? []))
    return postDrafts(kind, { stage: kind[0]?.stage ?? 'products', title }, context)
  })
}
