import type { ResourceName } from '../../resources/registry.ts'
import type { Resource } from '../../resources/resource.ts'
import type { Switches } from '../assumptions.ts'
import { quoted, rowId } from '../database/table-sql.ts'
import { invalidValue, recordNotFound, StoreFault } from '../store-fault.ts'
import type { DataContext } from './data-context.ts'

type Named = Resource & { readonly name: ResourceName }

/** What a write of a row without a key does where the row stands already. */
type Twice = 'update' | 'insert' | 'refuse'

/** Rows of these are told apart by a pair, although some have a key of their own (platform.md "Webhooks"; W12 to W14). */
function whenTwice(name: ResourceName, { links, attributes }: Switches): Twice {
  const ofLinks = ({ upsert: 'update', duplicate: 'insert', error: 'refuse' } as const)[links]
  const known: Readonly<Partial<Record<ResourceName, Twice>>> = {
    Webhooks: 'update',
    ProdCat: ofLinks,
    CatParent: ofLinks,
    ProdAccessGroup: ofLinks,
    UserCustomerGroups: ofLinks,
    ProductAttributes: attributes === 'always-insert' ? 'insert' : 'update',
  }
  return known[name] ?? 'insert'
}

function pairOf(resource: Named, switches: Switches): readonly string[] {
  return resource.name === 'ProductAttributes' && switches.attributes === 'label+value' ? [...resource.natural, 'value'] : resource.natural
}

function rowWhere(context: DataContext, resource: Named, values: readonly (readonly [string, string])[]): number | null {
  const collate = context.switches.collation === 'nocase' ? ' COLLATE NOCASE' : ''
  const where = values.map(([name]) => `${quoted(name)} IS ?${collate}`).join(' AND ')
  const found = context.statements.cell(
    `SELECT ${rowId} FROM ${quoted(resource.name)} WHERE ${where} LIMIT 1`,
    values.map(([, value]) => value),
  )
  return typeof found === 'number' ? found : null
}

/** The row with this key, or `null`. */
export function rowByKey(context: DataContext, resource: Named, key: string): number | null {
  return rowWhere(context, resource, [[resource.key ?? rowId, key]])
}

function rowByPair(context: DataContext, resource: Named, values: ReadonlyMap<string, string>): number | null {
  const twice = whenTwice(resource.name, context.switches)
  const pair = pairOf(resource, context.switches)
  if (twice === 'insert') return null
  const found = rowWhere(
    context,
    resource,
    pair.map((name) => [name, values.get(name) ?? ''] as const),
  )
  if (found !== null && twice === 'refuse')
    throw new StoreFault(400, `${resource.node}: this ${pair.join(', ')} exists already`).because('W12')
  return found
}

function priceEntry(context: DataContext, resource: Named, values: ReadonlyMap<string, string>): number | null {
  const uid = values.get('uid') ?? ''
  const found = rowByKey(context, resource, uid)
  if (found === null) {
    if (context.switches.unknownUid === '404') throw recordNotFound(resource.node, uid).because('W7')
    return null
  }
  const sku = context.statements.cell(`SELECT sku FROM "PricingAdvanced" WHERE ${rowId} = ?`, [found])
  const given = values.get('sku')
  if (given !== undefined && given !== sku)
    throw invalidValue(resource.node, 'sku', `the entry ${uid} belongs to another sku`).because('W8')
  return found
}

/**
 * The row that a POST of these values updates, or `null` when it inserts one (platform.md, "Data API operations";
 * assumptions.md W6 to W14). A price entry without `uid` always inserts.
 */
export function existingRow(context: DataContext, resource: Named, values: ReadonlyMap<string, string>): number | null {
  const key = resource.key === null ? '' : (values.get(resource.key) ?? '')
  if (key === '') {
    if (resource.identity === 'own') throw invalidValue(resource.node, resource.key ?? '', 'the key is missing')
    return rowByPair(context, resource, values)
  }
  return resource.name === 'PricingAdvanced' ? priceEntry(context, resource, values) : rowByKey(context, resource, key)
}
