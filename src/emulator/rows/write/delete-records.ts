import { relations } from '../../../resources/relations.ts'
import { type ResourceName, resourceOf } from '../../../resources/registry.ts'
import type { Filter } from '../../../wire/filters.ts'
import { quoted, rowId } from '../../database/table-sql.ts'
import { invalidFields, methodNotAllowed, recordNotFound, StoreFault } from '../../http/store-fault.ts'
import { collated } from '../collation.ts'
import { type Condition, filterSql } from '../find/filter-sql.ts'
import type { NamedResource, OpenWrite, RowContext } from '../row-context.ts'
import { commitWrite, noteRows } from './commit-write.ts'
import { rowByKey } from './row-identity.ts'

/** The fields that platform.md shows in a DELETE of several records. */
function shownFields(resource: NamedResource): readonly string[] {
  if (resource.removal === 'shown-of-sku') return ['sku']
  return resource.removal === 'shown-by-id' ? ['name', 'url'] : []
}

/** True for a filter that selects records: beside an empty value, which nearly every record has, other values narrow nothing. */
function selects({ values }: Filter): boolean {
  return values.every((value) => value !== '')
}

function withoutSelection({ name }: NamedResource, [first]: readonly Filter[]): StoreFault {
  const needs = `DELETE of ${name} needs a field to select the records by`
  const message = first === undefined ? needs : `${needs}: an empty value of ${first.field} selects every record without one`
  return new StoreFault(400, message).because(name === 'Webhooks' ? 'H5' : 'W29')
}

function checkShape(resource: NamedResource, filters: readonly Filter[], context: RowContext): void {
  const shown = shownFields(resource)
  const generic = context.switches.deletes === 'generic'
  if (!generic && shown.length === 0) throw methodNotAllowed('DELETE', 'GET, HEAD, POST, OPTIONS').because('W28')
  if (!generic && filters.some(({ field }) => !shown.includes(field))) throw invalidFields(filters.map(({ field }) => field)).because('W28')
  const all = filters.length === 0 && resource.name === 'Webhooks' && context.switches.webhookDeleteAll === 'all'
  if (!filters.some(selects) && !all) throw withoutSelection(resource, filters)
  if (resource.name !== 'Webhooks' && filters.some(({ values }) => values.some((value) => value.includes('%'))))
    throw new StoreFault(400, 'DELETE does not support % in a value').because('W29')
}

/**
 * The subscriptions that a DELETE removes (platform.md, "Webhooks"): those with these values. There are no wildcards, because many
 * addresses contain `%`.
 */
function subscriptionCondition(filters: readonly Filter[], switches: RowContext['switches']): Condition {
  const invalid = filters.map(({ field }) => field).filter((field) => !['id', 'name', 'url'].includes(field))
  if (invalid.length > 0) throw invalidFields(invalid)
  return {
    where:
      filters.map(({ field }) => `${collated(`t.${quoted(field)}`, switches)} IN (SELECT value FROM json_each(?))`).join(' AND ') || '1',
    parameters: filters.map(({ values }) => JSON.stringify(values)),
  }
}

/** The resources whose DELETE may remove related rows, too. */
const owners: ReadonlySet<ResourceName> = new Set<ResourceName>(['Product', 'Variants', 'Cat'])

/** An SQL condition on the alias `t`. */
interface Where {
  readonly sql: string
  readonly parameters: readonly string[]
}

/** The rows that belong to those that `where` selects, with `cascade: owned` (assumptions.md W31). Order lines are kept. */
function removeOwned(open: OpenWrite, name: ResourceName, where: Where): void {
  if (open.switches.cascade === 'none' || !owners.has(name)) return
  for (const { parent, child, parentField, childField, through } of relations) {
    if (parent !== name || through || child === 'Orderlines' || !resourceOf(child).fields[childField]?.refersTo?.includes(parent)) continue
    const keys = open.statements.rows(`SELECT ${quoted(parentField)} FROM ${quoted(name)} AS t WHERE ${where.sql}`, where.parameters)
    removeRows(open, resourceOf(child), {
      sql: `${collated(`t.${quoted(childField)}`, open.switches)} IN (SELECT value FROM json_each(?))`,
      parameters: [JSON.stringify(keys.map(([key]) => key).filter((key) => key !== null && key !== ''))],
    })
  }
}

/** 403 where the rows have the first key: it belongs to the store, and the administration tool cannot change it either (assumptions.md R39). */
function refuseFirstKey({ statements }: OpenWrite, { sql, parameters }: Where): void {
  const first = `SELECT 1 FROM "ApiAccess" AS t JOIN _key ON _key.code = t.code WHERE _key.origin = 'first' AND ${sql}`
  if (statements.cell(first, parameters) !== undefined)
    throw new StoreFault(403, 'The first key belongs to the store and cannot be deleted').because('R39')
}

/** Removes rows, and before them what belongs to them. */
function removeRows(open: OpenWrite, resource: NamedResource, where: Where): void {
  if (resource.name === 'ApiAccess') refuseFirstKey(open, where)
  removeOwned(open, resource.name, where)
  noteRows(open, resource, { change: 'removed', where: where.sql, parameters: where.parameters })
  open.statements.run(`DELETE FROM ${quoted(resource.name)} AS t WHERE ${where.sql}`, where.parameters)
}

/**
 * DELETE `/<resource>?field=value` (platform.md, "Data API operations" and "Webhooks"; others assumed, assumptions.md W28
 * to W30): values of a field are combined with OR, fields with AND. It succeeds if nothing matches. There are no wildcards: `_` matches
 * only itself, whatever it is in a read (assumptions.md R10).
 */
export function deleteByFilter(context: RowContext, resource: NamedResource, filters: readonly Filter[]): void {
  checkShape(resource, filters, context)
  const switches = { ...context.switches, underscore: 'literal' } as const
  const { where, parameters } =
    resource.name === 'Webhooks' ? subscriptionCondition(filters, switches) : filterSql(resource, { filters, match: 'all' }, switches)
  commitWrite(context, (open) => removeRows(open, resource, { sql: where, parameters }))
}

/** DELETE `/<resource>/<key>`: shown for Webhooks, otherwise assumed (assumptions.md W28); 404 if it does not exist (W30). */
export function deleteByKey(context: RowContext, resource: NamedResource, key: string): void {
  const shown = resource.removal === 'shown-by-id' || context.switches.deletes === 'generic'
  if (!shown) throw methodNotAllowed('DELETE', 'GET, HEAD, PUT, OPTIONS').because('W28')
  const row = rowByKey(context, resource, key)
  if (row === null) throw recordNotFound(resource.node, key).because('W30')
  commitWrite(context, (open) => removeRows(open, resource, { sql: `t.${rowId} = CAST(? AS INTEGER)`, parameters: [String(row)] }))
}
