import type { ResourceName } from '../../resources/registry.ts'
import type { Resource } from '../../resources/resource.ts'
import type { Filter } from '../../wire/filters.ts'
import { quoted, rowId } from '../database/table-sql.ts'
import { invalidFields, methodNotAllowed, recordNotFound, StoreFault } from '../store-fault.ts'
import { subscriptionCondition } from '../webhooks/subscription-condition.ts'
import type { DataContext } from './data-context.ts'
import { filterSql } from './filter-sql.ts'
import { removeOwned } from './remove-owned.ts'
import { rowByKey } from './row-identity.ts'

type Named = Resource & { readonly name: ResourceName }

/** The fields by which platform.md shows a list DELETE. */
function shownFields(resource: Named): readonly string[] {
  if (resource.removal === 'shown-of-sku') return ['sku']
  return resource.removal === 'shown-by-id' ? ['name', 'url'] : []
}

function refuseShape(resource: Named, filters: readonly Filter[], context: DataContext): void {
  const shown = shownFields(resource)
  const generic = context.switches.deletes === 'generic'
  if (!generic && shown.length === 0) throw methodNotAllowed('DELETE', 'GET, HEAD, POST, OPTIONS').because('W28')
  if (!generic && filters.some(({ field }) => !shown.includes(field))) throw invalidFields(filters.map(({ field }) => field)).because('W28')
  const all = resource.name === 'Webhooks' && context.switches.webhookDeleteAll === 'all'
  if (filters.length === 0 && !all)
    throw new StoreFault(400, `DELETE of ${resource.name} needs a field to select the records by`).because(
      resource.name === 'Webhooks' ? 'H5' : 'W29',
    )
  if (resource.name !== 'Webhooks' && filters.some(({ values }) => values.some((value) => value.includes('%'))))
    throw new StoreFault(400, 'DELETE takes no % in a value').because('W29')
}

/**
 * DELETE `/<resource>?field=value` (platform.md, "Data API operations" and "Webhooks"; others assumed, assumptions.md W28
 * to W30): values of a field with OR, fields with AND. Nothing to delete is no fault.
 */
export function deleteByFilter(context: DataContext, resource: Named, filters: readonly Filter[]): void {
  refuseShape(resource, filters, context)
  const { where, parameters } =
    resource.name === 'Webhooks' ? subscriptionCondition(filters) : filterSql(resource, { filters, match: 'all' }, context.switches)
  context.statements.whole(() => {
    removeOwned(context, resource.name, { sql: where, parameters })
    context.statements.run(`DELETE FROM ${quoted(resource.name)} AS t WHERE ${where}`, parameters)
  })
}

/** DELETE `/<resource>/<key>`: shown for Webhooks, else assumed (assumptions.md W28); 404 when there is none (W30). */
export function deleteByKey(context: DataContext, resource: Named, key: string): void {
  const shown = resource.removal === 'shown-by-id' || context.switches.deletes === 'generic'
  if (!shown) throw methodNotAllowed('DELETE', 'GET, HEAD, PUT, OPTIONS').because('W28')
  const row = rowByKey(context, resource, key)
  if (row === null) throw recordNotFound(resource.node, key).because('W30')
  context.statements.whole(() => {
    removeOwned(context, resource.name, { sql: `t.${rowId} = CAST(? AS INTEGER)`, parameters: [String(row)] })
    context.statements.run(`DELETE FROM ${quoted(resource.name)} WHERE ${rowId} = ?`, [row])
  })
}
