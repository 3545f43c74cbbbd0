import { type Change, type GridChange, type RecordChange, skuOfChange } from '../../src/diff/change.ts'
import type { Plan } from '../../src/plan/plan.ts'
import type { GridRow } from '../../src/pricing/grid-row.ts'
import { fileAddress } from '../../src/records/address.ts'
import { fieldOf, resourceOf } from '../../src/resources/registry.ts'
import type { ResourceName } from '../../src/resources/registry.ts'
import type { Fields } from '../../src/resources/resource.ts'
import type { StoreWrite } from './store-write.ts'

/** What somebody else writes to a record that a plan touches, so that it is neither as before nor as after the plan. */
export interface ForeignWrite {
  /** Unique in a plan: `product.TEE title`. */
  readonly what: string
  readonly write: StoreWrite
  /** The root as `Product TEE`, or the folder of a file as `folder images/items`: what is read before the first write. */
  readonly root: string
  /** The addresses of everything of the root. */
  readonly addresses: ReadonlySet<string>
  /** The keys by which requests name the root and what belongs to it. */
  readonly keys: ReadonlySet<string>
  /** The sku of a price entry that the plan inserts too; `null` for every other write. */
  readonly doubles: string | null
  /** False where the plan cannot tell it from what it writes itself. */
  readonly isSeen: boolean
  /**
   * The row as a dump begins, where other programs own its values, or the catalogue does not manage it once what was left over is gone: it
   * may end as they wrote it; also the slug of a record that has another key now, which gives up only the slug of the new one, and a file or a
   * root record that is removed. `null`: it ends as the catalogue says.
   */
  readonly keeps: string | null
  /** True for an entry of a sku that the plan clears: inserted after the last read of it, it stays behind. */
  readonly staysBehind: boolean
}

/** Every foreign write to the records of a plan. */
export function foreignWrites({ changes }: Plan): readonly ForeignWrite[] {
  const byRoot = Map.groupBy(
    changes.filter(({ action }) => action !== 'cannot'),
    rootText,
  )
  return [...byRoot].flatMap(([root, own]) => {
    const addresses = new Set(own.flatMap((change) => (change.kind === 'file' ? [change.address] : [change.address, change.root.address])))
    const keys = new Set(
      own
        .flatMap((change) => (change.kind === 'file' ? [change.file.path] : [change.root.key, skuOfChange(change)]))
        .filter((key) => key !== ''),
    )
    const others = own.filter((change) => !adopts(change, own))
    return others.flatMap((change) =>
      writesTo(change, own).map((write): ForeignWrite => ({
        doubles: null,
        isSeen: true,
        keeps: null,
        staysBehind: false,
        ...write,
        what: `${change.address} ${write.what}`,
        root,
        addresses,
        keys,
      })),
    )
  })
}

/** True where a write by somebody else creates the product or variant under whose key rows are left over: they are theirs then. */
function adopts(change: Change, all: readonly Change[]): boolean {
  if (change.kind !== 'record') return false
  if (change.resource === 'Variants') return change.leftOver === true
  const isNew = change.address === change.root.address && change.action === 'create'
  return isNew && all.some((other) => (other.kind === 'record' ? other.leftOver : other.kind === 'grid' && other.grid.leftOver))
}

function rootText(change: Change): string {
  if (change.kind !== 'file') return `${change.root.resource} ${change.root.key}`
  return `folder ${change.file.path.slice(0, change.file.path.lastIndexOf('/'))}#${fileAddress(change.file.path)}`
}

type Own = Pick<ForeignWrite, 'what' | 'write'> & Partial<Pick<ForeignWrite, 'doubles' | 'isSeen' | 'keeps' | 'staysBehind'>>

function writesTo(change: Change, own: readonly Change[]): readonly Own[] {
  switch (change.kind) {
    case 'file':
      return [
        {
          what: 'other bytes',
          write: { kind: 'write-file', path: change.file.path, bytes: Buffer.from(`somebody else's ${change.file.path}`) },
          // A file with other content is not ours any more, and stays.
          keeps: change.action === 'remove' ? `File ${change.file.path} ` : null,
        },
      ]
    case 'grid':
      return writesToGrid(change, own)
    case 'record':
      return writesToRecord(change, own)
    default:
      return change satisfies never
  }
}

function post(resource: ResourceName, fields: Fields): StoreWrite {
  return { kind: 'post', spec: resource, records: [{ resource, fields, children: {} }] }
}

/** How the line of a row begins in a dump: with its first field that the store does not assign. */
function rowText(resource: ResourceName, key: Fields): string {
  const [first = ''] = Object.entries(resourceOf(resource).fields).flatMap(([name, { owner }]) => (owner === 'store' ? [] : [name]))
  return `${resource} ["${key[first] ?? ''}"`
}

function writesToGrid({ sku, grid: { owner, way, before, after, leftOver } }: GridChange, own: readonly Change[]): readonly Own[] {
  // No record joins the entries of one that does not exist.
  const isSeen = !own.some(
    (change) => change.kind === 'record' && change.action === 'create' && change.resource === owner && skuOfChange(change) === sku,
  )
  const keeps = leftOver && after.length === 0 ? rowText('PricingAdvanced', { sku }) : null
  const entry = ({ start, end, price, group_code, currency_code }: GridRow): Fields => ({
    sku,
    start,
    end,
    price,
    ...(group_code === '' ? {} : { group_code }),
    ...(currency_code === '' ? {} : { currency_code }),
  })
  const [old] = before
  const added = after.find((row) => !before.some((other) => JSON.stringify(entry(other)) === JSON.stringify(entry(row))))
  return [
    {
      what: 'gets an entry of another group',
      write: post('PricingAdvanced', { sku, start: '0', end: '9999999', price: '77.77', group_code: 'others' }),
      isSeen,
      keeps,
      staysBehind: after.length === 0,
    },
    ...(added
      ? [{ what: 'gets an entry that the plan inserts', write: post('PricingAdvanced', entry(added)), doubles: sku, isSeen: false }]
      : []),
    ...(old?.uid
      ? [{ what: 'has an entry of another price', write: post('PricingAdvanced', { uid: old.uid, ...entry(old), price: '77.77' }), keeps }]
      : []),
    // A plan that deletes the entries itself goes on from there: it cannot tell this from a run of its own that was interrupted.
    ...(before.length > 0 && after.length > 0
      ? [{ what: 'loses its entries', write: { kind: 'delete-prices', skus: [sku] } as const, isSeen: way !== 'bridge' }]
      : []),
  ]
}

function writesToRecord({ resource, key, fields, action, root, leftOver, movedTo }: RecordChange, own: readonly Change[]): readonly Own[] {
  const isNew = own.some((change) => change.kind === 'record' && change.action === 'create' && change.address === root.address)
  // A category that somebody else has created has no place, and the catalogue does not ask for one; stock belongs to the store.
  if ((isNew && resource === 'Cat') || resource === 'Inventory') return []
  const { fields: declared, orderField, external } = resourceOf(resource)
  const values = Object.fromEntries(fields.flatMap(({ field, after, before }) => [[field, (action === 'create' ? after : before) ?? '']]))
  const whole: Fields = { ...(declared['sku']?.required ? { sku: root.key } : {}), ...values, ...key }
  const required = Object.fromEntries(
    Object.entries(whole).filter(([name]) => declared[name]?.required || name in key || (action === 'create' && name === orderField)),
  )
  const names = Object.keys(values).filter(
    (name) => !(name in required) && name !== orderField && foreignValue(resource, name) !== undefined,
  )
  // Written after its removal, it is another record of the same key, which stays.
  const isRemovedRoot = action === 'remove' && resource === root.resource && resourceOf(resource).identity === 'own'
  const price = isRemovedRoot && whole['price'] ? { price: whole['price'] } : {}
  return (action === 'remove' ? names.slice(0, 1) : names).map((name) => ({
    what: `has another ${name}`,
    write: post(resource, { ...required, ...price, [name]: foreignValue(resource, name) ?? '' }),
    // No record joins the rows of one that does not exist.
    isSeen: !isNew || resource === root.resource,
    keeps: external || leftOver || isRemovedRoot || (movedTo && name === 'slug') ? rowText(resource, key) : null,
  }))
}

/** A value that no catalogue of the scenarios has; `undefined` for a field whose values are few or refer to others. */
function foreignValue(resource: ResourceName, name: string): string | undefined {
  const field = fieldOf(resource, name)
  if (field.owner === 'store' || field.refersTo !== undefined) return undefined
  if (name === 'o_value') return 'foreign=Foreign'
  if (field.kind === 'text') return field.maxLength === undefined || field.maxLength > 10 ? 'foreign' : undefined
  if (field.kind === 'decimal') return '77.77'
  return field.kind === 'integer' ? '77' : undefined
}
