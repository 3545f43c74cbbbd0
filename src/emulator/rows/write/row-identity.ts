import type { ResourceName } from '../../../resources/registry.ts'
import type { Switches } from '../../assumptions/switches.ts'
import { quoted, rowId } from '../../database/table-sql.ts'
import { invalidValue, recordNotFound, StoreFault } from '../../http/store-fault.ts'
import { collated, comparableKey } from '../collation.ts'
import type { NamedResource, RowContext } from '../row-context.ts'

/** What a write of a row without a key does if the row exists already. */
type OnDuplicate = 'update' | 'insert' | 'refuse'

/** Rows of these resources are identified by a pair of fields, even if they also have a key (platform.md, "Webhooks"; assumptions.md W12 to W14). */
function onDuplicate(name: ResourceName, { links, attributes }: Switches): OnDuplicate {
  const ofLinks = ({ upsert: 'update', duplicate: 'insert', error: 'refuse' } as const)[links]
  const known: Readonly<Partial<Record<ResourceName, OnDuplicate>>> = {
    Webhooks: 'update',
    ProdCat: ofLinks,
    CatParent: ofLinks,
    ProdAccessGroup: ofLinks,
    UserCustomerGroups: ofLinks,
    ProductAttributes: attributes === 'always-insert' ? 'insert' : 'update',
  }
  return known[name] ?? 'insert'
}

function pairOf(resource: NamedResource, switches: Switches): readonly string[] {
  return resource.name === 'ProductAttributes' && switches.attributes === 'label+value' ? [...resource.natural, 'value'] : resource.natural
}

function rowWhere(context: RowContext, resource: NamedResource, values: readonly (readonly [string, string])[]): number | null {
  const where = values
    .map(([name, value]) => (value === '' ? `coalesce(${quoted(name)}, '') = ?` : `${collated(quoted(name), context.switches)} = ?`))
    .join(' AND ')
  const found = context.statements.cell(
    `SELECT ${rowId} FROM ${quoted(resource.name)} WHERE ${where} LIMIT 1`,
    values.map(([, value]) => value),
  )
  return typeof found === 'number' ? found : null
}

/** The row with this key, or `null`. */
export function rowByKey(context: RowContext, resource: NamedResource, key: string): number | null {
  return rowWhere(context, resource, [[resource.key ?? rowId, key]])
}

function rowByPair(context: RowContext, resource: NamedResource, values: ReadonlyMap<string, string>): number | null {
  const action = onDuplicate(resource.name, context.switches)
  const pair = pairOf(resource, context.switches)
  if (action === 'insert') return null
  const found = rowWhere(
    context,
    resource,
    pair.map((name) => [name, values.get(name) ?? ''] as const),
  )
  if (found !== null && action === 'refuse')
    throw new StoreFault(400, `${resource.node}: this ${pair.join(', ')} already exists`).because('W12')
  return found
}

function priceEntry(context: RowContext, resource: NamedResource, values: ReadonlyMap<string, string>): number | null {
  const uid = values.get('uid') ?? ''
  const found = rowByKey(context, resource, uid)
  if (found === null) {
    if (context.switches.unknownUid === '404') throw recordNotFound(resource.node, uid).because('W7')
    return null
  }
  const sku = context.statements.cell(`SELECT sku FROM "PricingAdvanced" WHERE ${rowId} = ?`, [found])
  const given = values.get('sku')
  if (given !== undefined && comparableKey(given, context.switches) !== comparableKey(String(sku), context.switches))
    throw invalidValue(resource.node, 'sku', `the entry ${uid} belongs to another sku`).because('W8')
  return found
}

/**
 * The row that a POST of these values updates, or `null` when it inserts one (platform.md, "Data API operations";
 * assumptions.md W6 to W14). A price entry without `uid` always inserts.
 */
export function existingRow(context: RowContext, resource: NamedResource, values: ReadonlyMap<string, string>): number | null {
  const key = resource.key === null ? '' : (values.get(resource.key) ?? '')
  if (key === '') {
    if (resource.identity === 'own') throw invalidValue(resource.node, resource.key ?? '', 'the key is missing')
    return rowByPair(context, resource, values)
  }
  return resource.name === 'PricingAdvanced' ? priceEntry(context, resource, values) : rowByKey(context, resource, key)
}
