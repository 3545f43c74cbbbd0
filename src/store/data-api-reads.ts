import { OperationalError } from '../errors.ts'
import { readNames } from '../records/row-identity.ts'
import { longestTarget, parameterBytes } from '../records/target-bytes.ts'
import type { Scope } from '../records/scope.ts'
import type { StoreFieldNames } from '../resources/capabilities.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import { resourceOf, type ResourceName } from '../resources/registry.ts'
import { canonicalValue } from '../resources/scalar.ts'
import { listPath, schemaPath } from '../wire/address.ts'
import { formatFilters } from '../wire/filters.ts'
import { readResultSet, type ResultSetEvent } from '../wire/result-set-reader.ts'
import { parseXsdFields } from '../wire/xsd-fields.ts'
import { brokenAnswer } from '../wire/broken-answer.ts'
import { parseFault } from '../wire/fault.ts'
import { answerFault, isWebPage, webPage } from './answer-fault.ts'
import { beginningOf, type Exchange } from './exchange.ts'
import { answerOfStatus } from './failed-answer.ts'
import { withoutKey } from './hide-key.ts'
import { pageSize, readPages } from './read-pages.ts'
import { type BeginRead, repeated } from './repeat-reads.ts'
import { type ScopeRequest, scopeRequest, storeFieldName } from './scope-request.ts'
import type { StoreClient } from './store-client.ts'

/** The store to read from. */
export interface ReadContext {
  readonly exchange: Exchange
  readonly names: StoreFieldNames
  readonly host: string
  readonly key: string
  readonly beginRead: BeginRead
}

/** The reads of the Data API (platform.md, "Query parameters on GET list and search"). */
export function dataApiReads(context: ReadContext): Pick<StoreClient, 'readAll' | 'readWhere' | 'count' | 'schemaFields'> {
  const { names, host, beginRead } = context
  return {
    readAll: (scope) => {
      const request = scopeRequest(scope, names)
      const query = (start: number): string => formatFilters({ results: pageSize, start, fields: request.fields })
      return readPages((start) => readEvents(context, request, query(start)), `${scope.resource} records at ${host}`, beginRead)
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
  const { body } = await exchange.send({ method: 'GET', path: `${listPath(request.spec)}?${query}`, what: `GET ${request.spec}` })
  try {
    yield* readResultSet(body, request.node, names)
  } catch (error) {
    throw withoutKey(faultInBody(error, host), key)
  }
}

/** A store can answer 200 with a fault in the body, for a wrong key too (assumptions.md K1): it counts like the status of its code. */
function faultInBody(error: unknown, host: string): unknown {
  if (!(error instanceof OperationalError) || error.code !== 'store-fault') return error
  const { code } = error.context
  if (typeof code !== 'number') return error
  const context = { ...error.context, status: code, answer: answerOfStatus(code, false) }
  if (code !== 401 && code !== 403) return new OperationalError(error.code, error.message, { fix: error.fix, context })
  return new OperationalError('store-refused-key', `${host} refused the key (${code}): ${error.message}`, {
    fix: 'Check the key of this store: `key`, `key_file` or `key_command` in planogram.yaml.',
    context,
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
  const queryOf = (values: readonly string[], start: number): string =>
    formatFilters({ filters: [{ field, values }], results: pageSize, start, fields: request.fields })
  const around = Buffer.byteLength(`${listPath(request.spec)}?${queryOf([], longestStart)}`)
  for (const values of valueChunks(field, filter.values, Math.max(leastRoom, longestTarget - around))) {
    const wanted = new Set(values.map(canonical))
    const readPage = (start: number): AsyncIterable<ResultSetEvent> => readEvents(context, request, queryOf(values, start))
    const rows = readPages(readPage, `${scope.resource} records at ${context.host}`, context.beginRead)
    for await (const row of rows) {
      // A store can ignore case and matches % with any text (assumptions.md R9, R11): only exact matches count.
      if (wanted.has(canonical(row.fields[filter.field] ?? ''))) yield row
    }
  }
}

/** Bytes that are left for values where the rest of a target is long. */
const leastRoom = 1_000
const longestStart = 999_999_999

/** Splits the values of a filter into requests with at most `room` bytes of values; repetitions are dropped. */
export function valueChunks(field: string, values: readonly string[], room: number): string[][] {
  const chunks: string[][] = []
  let left = 0
  for (const value of new Set(values)) {
    const bytes = parameterBytes(field, value)
    const last = chunks.at(-1)
    if (last && bytes <= left) {
      last.push(value)
      left -= bytes
    } else {
      chunks.push([value])
      left = room - bytes
    }
  }
  return chunks
}

async function count(context: ReadContext, resource: ResourceName): Promise<number> {
  const request = scopeRequest({ resource, fields: readNames(resource), children: [] }, context.names)
  const query = formatFilters({ results: 1, fields: request.fields })
  return repeated(context.beginRead(), async () => {
    let total = 0
    for await (const event of readEvents(context, request, query)) if (event.type === 'header') ({ total } = event)
    return total
  })
}

const longestSchema = 1_000_000

/** The text of a schema file. A store can answer 200 with a fault, or a proxy with a page. */
async function schemaText({ exchange, host, key }: ReadContext, resource: ResourceName): Promise<string> {
  const what = `GET ${resource}.xsd`
  const { status, headers, body } = await exchange.send({ method: 'GET', path: schemaPath(resource), what })
  const text = await beginningOf(body, longestSchema)
  if (parseFault(text)) throw withoutKey(answerFault({ status, headers, text, what, host }), key)
  if (isWebPage(text)) throw webPage({ host, what, status })
  if (!/<\/(?:[\w.-]+:)?schema\s*>\s*$/.test(text)) throw brokenAnswer(`${resource}.xsd`, 'it is not a whole schema')
  return text
}

async function schemaFields(context: ReadContext, resource: ResourceName): Promise<readonly string[] | null> {
  try {
    const text = await repeated(context.beginRead(), () => schemaText(context, resource))
    return parseXsdFields(text, resourceOf(resource).node)
  } catch (error) {
    if (error instanceof OperationalError && error.context['status'] === 404) return null
    throw error
  }
}
