import { z } from 'zod'
import { guardNames } from '../records/guard-limits.ts'
import { resources, rootNames, type ResourceName } from '../resources/registry.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import { mostCases } from './guards/guard-result.ts'
import { stages } from './step.ts'
import { mostNamed, stayReasons } from './untouched.ts'

/** Text that is used as a path in the store or on a disk: relative, with forward slashes, never upwards. */
const path = z.string().regex(/^(?!\/)(?!.*(?:^|\/)\.{1,2}(?:\/|$))[^\\\p{Cc}]+$/u)
const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const size = z.int().nonnegative()
const stepId = z.string().regex(/^s\d{3,}$/)
const name = z.string().regex(/^\w+$/)
const fields = z.record(name, z.string())
const names = resources.map((resource) => resource.name)
const resource = z.enum(names satisfies readonly ResourceName[])
const rootResource = z.enum(rootNames)

const recordTree: z.ZodType<RecordTree> = z.lazy(() =>
  z.strictObject({ resource, fields, children: z.partialRecord(resource, z.array(recordTree)) }),
)

const gridRow = z.strictObject({
  uid: z.string().exactOptional(),
  group_code: z.string(),
  currency_code: z.string(),
  start: z.string(),
  end: z.string(),
  price: z.string(),
})

const ownerPricing = z.strictObject({ price: z.string().nullable(), on: z.boolean() })

const grid = z.strictObject({
  owner: z.enum(['Product', 'Variants']),
  ownerBefore: ownerPricing,
  way: z.enum(['in-place', 're-cut', 'single-rows', 'fresh', 'bridge', 'clear']),
  before: z.array(gridRow),
  after: z.array(gridRow),
  aside: z.array(gridRow).min(1).exactOptional(),
  bridgePrice: z.string().nullable(),
  onSale: z.boolean(),
  duplicates: z.literal(true).exactOptional(),
  leftOver: z.literal(true).exactOptional(),
  ownerRemoved: z.literal(true).exactOptional(),
})

const file = z.strictObject({
  path,
  from: path,
  before: z.strictObject({ size, sha256: sha256.nullable() }).nullable(),
  after: z.strictObject({ size: size.nullable(), sha256 }).nullable(),
})

const root = z.strictObject({
  address: z.string(),
  resource: rootResource,
  key: z.string(),
  title: z.string(),
  isHidden: z.literal(true).exactOptional(),
})

const sourcePlace = z.strictObject({ file: z.string(), line: z.int().positive(), column: z.int().positive() })

const changeFrame = {
  address: z.string(),
  origin: z.enum(['git', 'store', 'both', 'adopt']),
  source: sourcePlace.nullable(),
  definitions: z
    .array(
      z.strictObject({
        kind: z.enum(['price list', 'defaults', 'overlay']),
        name: z.string(),
        source: sourcePlace,
        fields: z.array(name).min(1).exactOptional(),
      }),
    )
    .min(1)
    .exactOptional(),
  priceLines: z.array(z.int().nonnegative()).exactOptional(),
}

const fieldChanges = z.array(
  z.strictObject({ field: name, before: z.string().nullable(), after: z.string().nullable(), base: z.string().nullable() }),
)

const leftToBuy = z.strictObject({ variants: size, lowest: z.string().nullable(), highest: z.string().nullable() })

const paidMove = z.strictObject({
  sku: z.string(),
  before: z.string(),
  after: z.string(),
  discount: z.strictObject({ before: z.string(), after: z.string() }).exactOptional(),
})

const recordChange = {
  ...changeFrame,
  kind: z.literal('record'),
  resource,
  root,
  key: fields,
  fields: fieldChanges,
  opensAccess: z.literal(true).exactOptional(),
  closesAccess: z.literal(true).exactOptional(),
  replacesAccess: z.literal(true).exactOptional(),
  slugOwner: z.strictObject({ root, keeps: z.boolean() }).exactOptional(),
  left: leftToBuy.exactOptional(),
  gridDecides: z.literal(true).exactOptional(),
  gridApplies: z.literal(true).exactOptional(),
  turnedGrid: z.strictObject({ ownerBefore: ownerPricing, rows: z.array(gridRow).min(1) }).exactOptional(),
  paid: paidMove.exactOptional(),
  again: z.strictObject({ copies: z.array(fields).min(2), row: fields }).exactOptional(),
  leaves: z.literal(true).exactOptional(),
  movedTo: root.exactOptional(),
  movedFrom: z.array(root).min(1).exactOptional(),
  takenFrom: root.exactOptional(),
  takenRow: fields.exactOptional(),
  leftOver: z.literal(true).exactOptional(),
  keeps: z.array(resource).min(1).exactOptional(),
  addressDigest: sha256.exactOptional(),
}
const gridChange = { ...changeFrame, kind: z.literal('grid'), sku: z.string(), root, grid, fields: fieldChanges }
const fileChange = { ...changeFrame, kind: z.literal('file'), file }

const action = z.enum(['create', 'update', 'remove'])
const cannot = { action: z.literal('cannot'), reason: z.string() }

const recordOrCannot = z.discriminatedUnion('action', [
  z.strictObject({ ...recordChange, action }),
  z.strictObject({ ...recordChange, ...cannot }),
])
const gridOrCannot = z.discriminatedUnion('action', [
  z.strictObject({ ...gridChange, action }),
  z.strictObject({ ...gridChange, ...cannot }),
])
const change = z.discriminatedUnion('kind', [
  recordOrCannot,
  gridOrCannot,
  z.discriminatedUnion('action', [z.strictObject({ ...fileChange, action }), z.strictObject({ ...fileChange, ...cannot })]),
])

const frame = {
  id: stepId,
  stage: z.enum(stages),
  title: z.string(),
  idempotency: z.enum(['keyed', 'by-id', 'insert', 'delete', 'file', 'read']),
  needs: z.array(stepId),
  changes: z.array(z.string()),
}

const step = z.discriminatedUnion('kind', [
  z.strictObject({
    ...frame,
    kind: z.literal('post'),
    spec: z.string().regex(/^[A-Za-z()+]+$/),
    records: z.array(recordTree).min(1),
  }),
  z.strictObject({ ...frame, kind: z.literal('delete-prices'), skus: z.array(z.string().min(1)).min(1) }),
  z.strictObject({ ...frame, kind: z.literal('delete-entry'), sku: z.string().min(1), uid: z.string().min(1) }),
  z.strictObject({
    ...frame,
    kind: z.literal('delete-row'),
    resource,
    where: z.record(name, z.string().min(1)).refine((where) => Object.keys(where).length > 0, 'a delete without a filter'),
  }),
  z.strictObject({ ...frame, kind: z.literal('put-file'), path, from: path, size: size.nullable(), sha256 }),
  z.strictObject({ ...frame, kind: z.literal('delete-file'), path, size, sha256 }),
  z.strictObject({ ...frame, kind: z.literal('verify'), of: z.array(stepId).min(1) }),
  z.strictObject({ ...frame, kind: z.literal('barrier') }),
])

const store = z.strictObject({ name: z.string(), baseUrl: z.string(), filesUrl: z.string().nullable(), id: z.string().exactOptional() })

const capabilities = z.strictObject({
  deletes: z.enum(['shown', 'generic']),
  links: z.enum(['unknown', 'upsert']),
  attributes: z.enum(['unknown', 'label', 'label+value']),
  batches: z.enum(['unknown', 'atomic']),
  files: z.boolean(),
})

const address = z.string()
const sku = z.string()
const highest = z.strictObject({ group_code: z.string(), currency_code: z.string(), start: z.string(), price: z.string() })

const slipOf = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('simple') }),
  z.strictObject({ kind: z.literal('grid'), group_code: z.string(), currency_code: z.string(), start: z.string() }),
  z.strictObject({ kind: z.literal('option'), option: z.string(), value: z.string() }),
])

const hazard = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('hides-grid'), address, sku, seconds: size, price: z.string().nullable() }),
  z.strictObject({ kind: z.literal('bridge-price-low'), address, sku, price: z.string(), highest }),
  z.strictObject({ kind: z.literal('duplicates-in-store'), address, sku }),
  z.strictObject({ kind: z.literal('removes-grid'), address, sku, rows: size }),
  z.strictObject({ kind: z.literal('recreates-row'), address, root, resource, copies: size }),
  z.strictObject({
    kind: z.literal('left-over'),
    address,
    key: z.string(),
    resource,
    fate: z.enum(['removed', 'overwritten', 'cleared', 'kept']),
  }),
  z.strictObject({ kind: z.literal('removes-variants'), address, root, codes: z.array(z.string()).min(1), left: leftToBuy }),
  z.strictObject({ kind: z.literal('removes-rows'), address, root, resource, rows: size }),
  z.strictObject({ kind: z.literal('shows-hidden'), address, root }),
  z.strictObject({ kind: z.literal('opens-access'), address, root }),
  z.strictObject({ kind: z.literal('dearer-meanwhile'), address, root }),
  z.strictObject({ kind: z.literal('mixes-audiences'), address, root }),
  z.strictObject({ kind: z.literal('price-without-effect'), address, sku, price: z.string() }),
  z.strictObject({ kind: z.literal('same-slug'), address, root, slug: z.string(), owner: root, lasts: z.boolean() }),
  z.strictObject({ kind: z.literal('price-slip'), address, sku, before: z.string(), after: z.string(), of: slipOf, others: size }),
  z.strictObject({ kind: z.literal('overwrites-file'), address, path }),
  z.strictObject({ kind: z.literal('removes-file'), address, path }),
])

const pricedRow = z.strictObject({ group_code: z.string(), currency_code: z.string(), start: z.string() })
const stoppedPrice = z.strictObject({
  sku,
  of: z.enum(['grid', 'simple', 'option', 'discount']),
  row: pricedRow.nullable(),
  before: z.string().nullable(),
  after: z.string(),
  smaller: z.strictObject({ start: z.string(), price: z.string() }).exactOptional(),
})

const guard = z.strictObject({
  guard: z.enum(guardNames),
  limit: z.string(),
  found: size,
  of: size.exactOptional(),
  cases: z
    .array(
      z.strictObject({
        address,
        source: sourcePlace.nullable(),
        price: stoppedPrice.exactOptional(),
        owner: z.strictObject({ address, slug: z.string(), source: sourcePlace.nullable() }).exactOptional(),
        count: size.exactOptional(),
      }),
    )
    .max(mostCases),
})

const certificateLine = z.strictObject({ resource, seen: size, total: size, orphans: size, unread: size.exactOptional() })

/** The plan file: names of the top level in snake case, the values below as they print. */
export const planFileSchema = z.strictObject({
  format_version: z.string(),
  engine_version: z.string(),
  made_at: z.iso.datetime(),
  made_from: z.strictObject({
    catalogue: z.string(),
    store,
    capabilities,
    certificate: z.array(certificateLine),
    webhooks: z
      .array(z.strictObject({ name: z.string(), url: z.string(), digest: sha256 }))
      .min(1)
      .exactOptional(),
    undoes: z.string().exactOptional(),
  }),
  plan_hash: sha256,
  estimate: z.strictObject({ writes: size, uploads: size, uploadBytes: size, renditions: size.exactOptional() }),
  base: z.string().min(1),
  warnings: z.array(z.string()),
  untouched: z.strictObject({
    drift: z.array(change),
    left: z.array(root),
    unmanaged: z.array(z.strictObject({ resource, count: size, keys: z.array(z.string()).max(mostNamed) })),
    files: z.array(z.strictObject({ path, reason: z.enum(stayReasons), by: z.string().exactOptional() })),
  }),
  selection: z
    .strictObject({
      targets: z.array(z.string()),
      excludes: z.array(z.string()),
      skipped: z.array(z.string()).exactOptional(),
      changed: z
        .strictObject({ ref: z.string(), commit: z.string().regex(/^[0-9a-f]{40,64}$/), addresses: z.array(z.string()) })
        .exactOptional(),
      also: z.array(z.strictObject({ address: z.string(), neededBy: z.string() })),
    })
    .exactOptional(),
  proposal: z
    .strictObject({
      moves: z.array(z.strictObject({ from: address, to: address, likeness: z.enum(['slug', 'gtin', 'values']) })).min(1),
      yaml: z.string(),
    })
    .exactOptional(),
  notices: z.array(z.string()),
  hazards: z.array(hazard),
  guards: z.array(guard),
  changes: z.array(change),
  steps: z.array(step),
  file_hash: sha256,
})
