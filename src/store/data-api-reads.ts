import { OperationalError } from '../errors.ts'
import { readNames } from '../records/row-identity.ts'
import type { Scope } from '../records/scope.ts'
import type { StoreFieldNames } from '../resources/capabilities.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import { resourceOf, type ResourceName } from '../resources/registry.ts'
import { canonicalValue } from '../resources/scalar.ts'
import { listPath, schemaPath } from '../wire/address.ts'
import { formatFilters } from '../wire/filters.ts'
import { readResultSet, type ResultSetEvent } from '../wire/result-set-reader.ts'
import { parseXsdFields } from '../wire/xsd-fields.ts'
import { beginningOf, type Exchange } from './exchange.ts'
import { withoutKey } from './hide-key.ts'
import { pageSize, readPages } from './read-pages.ts'
import { type ScopeRequest, scopeRequest, storeFieldName } from './scope-request.ts'
import type { StoreClient } from './store-client.ts'

/** The store to read from. */
export interface ReadContext {
  readonly exchange: Exchange
  readonly names: StoreFieldNames
  readonly host: string
  readonly key: string
}

/** The reads of the Data API (platform.md, "Query parameters on GET list and search"). */
export function dataApiReads(context: ReadContext): Pick<StoreClient, 'readAll' | 'readWhere' | 'count' | 'schemaFields'> {
  const { names, host } = context
  return {
    readAll: (scope) => {
      const request = scopeRequest(scope, names)
      const query = (start: number): string => formatFilters({ results: pageSize, start, fields: request.fields })
      return readPages((start) => readEvents(context, request, query(start)), `${scope.resource} records at ${host}`)
    },
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

async function* readWhere(
  context: ReadContext,
  scope: Scope,
  filter: { field: string; values: readonly string[] },
): AsyncGenerator<RecordTree> {
  const request = scopeRequest(scope, context.names)
  const field = storeFieldName(context.names, scope.resource, filter.field)
  const declared = resourceOf(scope.resource).fields[filter.field]
  const canonical = (text: string): string => (declared ? canonicalValue(declared, text) : text)
  for (const values of valueChunks(field, filter.values)) {
    const wanted = new Set(values.map(canonical))
    const query = (start: number): string =>
      formatFilters({ filters: [{ field, values }], results: pageSize, start, fields: request.fields })
    const rows = readPages((start) => readEvents(context, request, query(start)), `${scope.resource} records at ${context.host}`)
    for await (const row of rows) {
      // A store can ignore case and matches % with any text (assumptions.md R9, R11): only exact matches count.
      if (wanted.has(canonical(row.fields[filter.field] ?? ''))) yield row
    }
  }
}

/** Longest filter in a URL, in characters: servers and proxies commonly limit a request line to 8,192. */
const longestFilter = 6_000

/** Splits the values of a filter into requests of limited length; repetitions are dropped. */
export function valueChunks(field: string, values: readonly string[]): string[][] {
  const chunks: string[][] = []
  let room = 0
  for (const value of new Set(values)) {
    const length = field.length + 2 + encodeURIComponent(value).length
    const last = chunks.at(-1)
    if (last && length <= room) {
      last.push(value)
      room -= length
    } else {
      chunks.push([value])
      room = longestFilter - length
    }
  }
  return chunks
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
