import { OperationalError } from '../errors.ts'
import { readNames } from '../records/row-identity.ts'
import type { Scope } from '../records/scope.ts'
import type { StoreFieldNames } from '../resources/capabilities.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import { resourceOf, type ResourceName } from '../resources/registry.ts'
import { canonicalValue } from '../resources/scalar.ts'
import { listPath, schemaPath } from '../wire/address.ts'
import { type Filter, formatFilters } from '../wire/filters.ts'
import { readResultSet, type ResultSetEvent } from '../wire/result-set-reader.ts'
import { parseXsdFields } from '../wire/xsd-fields.ts'
import { countCopies } from './count-copies.ts'
import { beginningOf, type Exchange } from './exchange.ts'
import { withoutKey } from './hide-key.ts'
import { pageSize, readPages } from './read-pages.ts'
import { type ScopeRequest, scopeRequest, storeFieldName } from './scope-request.ts'
import type { StoreClient } from './store-client.ts'
import { valueChunks } from './value-chunks.ts'

/** The store to read from. */
export interface ReadContext {
  readonly exchange: Exchange
  readonly names: StoreFieldNames
  readonly host: string
  readonly key: string
}

/** The reads of the Data API (platform.md, "Query parameters on GET list and search"). */
export function dataApiReads(context: ReadContext): Pick<StoreClient, 'readAll' | 'readWhere' | 'count' | 'schemaFields'> {
  return {
    readAll: (scope) => readFiltered(context, scope),
    readWhere: (scope, field, values) => readWhere(context, scope, { field, values }),
    count: (resource) => count(context, resource),
    schemaFields: (resource) => schemaFields(context, resource),
  }
}

async function* readEvents(
  { exchange, names, host, key }: ReadContext,
  request: ScopeRequest,
  query: string,
): AsyncGenerator<ResultSetEvent> {
  const body = await exchange.send({ method: 'GET', path: `${listPath(request.spec)}?${query}`, what: `GET ${request.spec}` })
  try {
    yield* readResultSet(body, request.node, names)
  } catch (error) {
    throw withoutKey(refusedKey(error, host), key)
  }
}

/** A store can answer a wrong key with 200 and a fault in the body (assumptions.md K1). */
function refusedKey(error: unknown, host: string): unknown {
  if (!(error instanceof OperationalError) || error.code !== 'store-fault') return error
  const { code } = error.context
  if (code !== 401 && code !== 403) return error
  return new OperationalError('store-refused-key', `${host} refused the key (${code}): ${error.message}`, {
    fix: 'Check the key of this store: `key`, `key_file` or `key_command` in planogram.yaml.',
    context: error.context,
  })
}

/** The records that a filter selects, all of them without one. */
function readFiltered(context: ReadContext, scope: Scope, filter?: Filter): AsyncGenerator<RecordTree> {
  const request = scopeRequest(scope, context.names)
  const page = (start: number, filters: readonly Filter[]): AsyncIterable<ResultSetEvent> =>
    readEvents(context, request, formatFilters({ filters, results: pageSize, start, fields: request.fields }))
  const { key, natural } = resourceOf(scope.resource)
  const named = (own: Filter): Filter => ({ ...own, field: storeFieldName(context.names, scope.resource, own.field) })
  const copiesOf = (rows: readonly RecordTree[]): ReturnType<typeof countCopies> =>
    countCopies(rows, natural, (filters) => page(0, filters.map(named)))
  const pages = (start: number): AsyncIterable<ResultSetEvent> => page(start, filter ? [filter] : [])
  return readPages(pages, `${scope.resource} records at ${context.host}`, key === null ? copiesOf : undefined)
}

async function* readWhere(
  context: ReadContext,
  scope: Scope,
  filter: { field: string; values: readonly string[] },
): AsyncGenerator<RecordTree> {
  const field = storeFieldName(context.names, scope.resource, filter.field)
  const declared = resourceOf(scope.resource).fields[filter.field]
  const canonical = (text: string): string => (declared ? canonicalValue(declared, text) : text)
  for (const values of valueChunks(field, filter.values)) {
    const wanted = new Set(values.map(canonical))
    for await (const row of readFiltered(context, scope, { field, values })) {
      // A store can ignore case and matches % with any text (assumptions.md R9, R11): only exact matches count.
      if (wanted.has(canonical(row.fields[filter.field] ?? ''))) yield row
    }
  }
}

async function count(context: ReadContext, resource: ResourceName): Promise<number> {
  const request = scopeRequest({ resource, fields: readNames(resource), children: [] }, context.names)
  let total = 0
  for await (const event of readEvents(context, request, formatFilters({ results: 1, fields: request.fields }))) {
    if (event.type === 'header') total = event.total
  }
  return total
}

async function schemaFields({ exchange }: ReadContext, resource: ResourceName): Promise<readonly string[] | null> {
  try {
    const body = await exchange.send({ method: 'GET', path: schemaPath(resource), what: `GET ${resource}.xsd` })
    return parseXsdFields(await beginningOf(body), resourceOf(resource).node)
  } catch (error) {
    if (error instanceof OperationalError && error.context['status'] === 404) return null
    throw error
  }
}
