import { z } from 'zod'
import { resources, type ResourceName } from '../resources/registry.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import type { RootName } from '../records/desired.ts'
import { stages } from './step.ts'

/** Text that reaches the store or a disk as a path: relative, with forward slashes, never upwards. */
const path = z.string().regex(/^(?!\/)(?!.*(?:^|\/)\.{1,2}(?:\/|$))[^\\\p{Cc}]+$/u)
const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const size = z.int().nonnegative()
const stepId = z.string().regex(/^s\d{3,}$/)
const name = z.string().regex(/^\w+$/)
const fields = z.record(name, z.string())
const names = resources.map((resource) => resource.name)
const resource = z.enum(names satisfies readonly ResourceName[])
const rootResource = z.enum(['UserGroups', 'Cat', 'Product', 'Webhooks'] as const satisfies readonly RootName[])

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

const grid = z.strictObject({
  owner: z.enum(['Product', 'Variants']),
  way: z.enum(['in-place', 'fresh', 'bridge', 'clear']),
  before: z.array(gridRow),
  after: z.array(gridRow),
  bridgePrice: z.string().nullable(),
  onSale: z.boolean(),
  duplicates: z.literal(true).exactOptional(),
  leftOver: z.literal(true).exactOptional(),
})

const file = z.strictObject({
  path,
  from: path,
  before: z.strictObject({ size, sha256: sha256.nullable() }).nullable(),
  after: z.strictObject({ size: size.nullable(), sha256 }),
})

const change = z.strictObject({
  address: z.string(),
  action: z.enum(['create', 'update', 'remove', 'cannot']),
  resource: z.union([resource, z.literal('File')]),
  root: z.string().nullable(),
  rootResource: rootResource.nullable(),
  title: z.string(),
  key: fields,
  fields: z.array(
    z.strictObject({ field: name, before: z.string().nullable(), after: z.string().nullable(), base: z.string().nullable() }),
  ),
  grid: grid.exactOptional(),
  file: file.exactOptional(),
  origin: z.enum(['git', 'store', 'both', 'adopt']),
  source: z.strictObject({ file: z.string(), line: z.int().positive(), column: z.int().positive() }).nullable(),
  opensAccess: z.literal(true).exactOptional(),
  gridDecides: z.literal(true).exactOptional(),
  reason: z.string().exactOptional(),
})

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
  z.strictObject({
    ...frame,
    kind: z.literal('delete-row'),
    resource,
    where: z.record(name, z.string().min(1)).refine((where) => Object.keys(where).length > 0, 'a delete without a filter'),
  }),
  z.strictObject({ ...frame, kind: z.literal('put-file'), path, from: path, size: size.nullable(), sha256 }),
  z.strictObject({ ...frame, kind: z.literal('verify'), of: z.array(stepId).min(1) }),
])

const store = z.strictObject({ name: z.string(), baseUrl: z.string(), filesUrl: z.string().nullable() })

const capabilities = z.strictObject({
  deletes: z.enum(['shown', 'generic']),
  links: z.enum(['unknown', 'upsert']),
  attributes: z.enum(['unknown', 'label', 'label+value']),
  batches: z.enum(['unknown', 'atomic']),
  files: z.boolean(),
})

const hazard = z.strictObject({
  kind: z.enum([
    'hides-grid',
    'bridge-price-low',
    'shows-hidden',
    'removes-rows',
    'overwrites-file',
    'duplicates-in-store',
    'opens-access',
    'price-without-effect',
  ]),
  address: z.string(),
  message: z.string(),
})

const certificateLine = z.strictObject({ resource, seen: size, total: size, orphans: z.array(z.string()) })

/** The plan file, all but its format version: names of the top level in snake case, what stands below as the values print. */
export const planFileSchema = z.strictObject({
  format_version: z.string(),
  engine_version: z.string(),
  made_at: z.string(),
  made_from: z.strictObject({ catalogue: z.string(), store, capabilities, certificate: z.array(certificateLine) }),
  plan_hash: sha256,
  estimate: z.strictObject({ writes: size, uploads: size, uploadBytes: size, renditions: size.exactOptional() }),
  notices: z.array(z.string()),
  hazards: z.array(hazard),
  changes: z.array(change),
  steps: z.array(step),
})
