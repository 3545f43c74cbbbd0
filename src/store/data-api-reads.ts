import { OperationalError } from '../errors.ts'
import type { ArrivingRecords } from '../records/arriving-records.ts'
import { readNames } from '../records/row-identity.ts'
import { longestTarget } from '../records/target-bytes.ts'
import type { Scope } from '../records/scope.ts'
import type { StoreFieldNames } from '../resources/capabilities.ts'
import type { KnownRecords, RecordTree } from '../resources/record-tree.ts'
import { resourceOf, type ResourceName } from '../resources/registry.ts'
import { canonicalValue } from '../resources/scalar.ts'
import { listPath, schemaPath } from '../wire/address.ts'
import { type Filter, formatFilters } from '../wire/filters.ts'
import { readResultSet, type ResultSetEvent } from '../wire/result-set-reader.ts'
import { parseXsdFields } from '../wire/xsd-fields.ts'
import { countCopies } from './count-copies.ts'
import { brokenAnswer } from '../wire/broken-answer.ts'
import { parseFault } from '../wire/fault.ts'
import { answerFault, isWebPage, webPage, wrongKeyFix } from './answer-fault.ts'
import { beginningOf, type Exchange } from './exchange.ts'
import { answerOfStatus } from './failed-answer.ts'
import { withoutKey } from './hide-key.ts'
import { pageSize, readPages } from './read-pages.ts'
import { type BeginRead, repeated } from './repeat-reads.ts'
import { type ScopeRequest, scopeRequest, storeFieldName } from './scope-request.ts'
import type { StoreClient } from './store-client.ts'
import { valueChunks } from './value-chunks.ts'

/** The store to read from. */
export interface ReadContext {
  readonly exchange: Exchange
  readonly names: StoreFieldNames
  readonly host: string
  readonly key: string
  readonly beginRead: BeginRead
  /** How many of the next pages of a read without a filter are requested while one is read. Other reads often end at their first record. */
  readonly pagesAhead: number
}

/** The reads of the Data API (platform.md, "Query parameters on GET list and search"). */
export function dataApiReads(context: ReadContext): Pick<StoreClient, 'readAll' | 'readWhere' | 'count' | 'schemaFields'> {
  return {
    readAll: (scope, known) => readFiltered(context, scope, { known }),
    readWhere: (scope, field, values) => readWhere(context, scope, { field, values }),
    count: (resource) => count(context, resource),
    schemaFields: (resource) => schemaFields(context, resource),
  }
}

async function* readEvents(
  { exchange, names, host, key, known }: ReadContext & { readonly known?: KnownRecords | undefined },
  request: ScopeRequest,
  query: string,
): AsyncGenerator<readonly ResultSetEvent[]> {
  const { body } = await exchange.send({ method: 'GET', path: `${listPath(request.spec)}?${query}`, what: `GET ${request.spec}` })
  try {
    yield* readResultSet(body, request.node, { names, known })
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
    fix: wrongKeyFix,
    context,
  })
}

/** The records that a filter selects, all of them without one. */
function readFiltered(
  context: ReadContext,
  scope: Scope,
  { filter, known }: { readonly filter?: Filter; readonly known?: KnownRecords | undefined },
): ArrivingRecords {
  const { names, host, beginRead, pagesAhead } = context
  const request = scopeRequest(scope, names)
  const page = (start: number, filters: readonly Filter[]): AsyncIterable<readonly ResultSetEvent[]> =>
    readEvents({ ...context, known }, request, formatFilters({ filters, results: pageSize, start, fields: request.fields }))
  const { key, natural } = resourceOf(scope.resource)
  const named = (own: Filter): Filter => ({ ...own, field: storeFieldName(names, scope.resource, own.field) })
  const firstPage = (filters: readonly Filter[]): AsyncIterable<readonly ResultSetEvent[]> => page(0, filters.map(named))
  const copiesOf = (rows: readonly RecordTree[]): ReturnType<typeof countCopies> =>
    countCopies(rows, natural, { readPage: firstPage, beginRead, room: roomForValues(request) })
  const pages = (start: number): AsyncIterable<readonly ResultSetEvent[]> => page(start, filter ? [filter] : [])
  return readPages(pages, `${scope.resource} records at ${host}`, {
    beginRead,
    pagesAhead: filter ? 0 : pagesAhead,
    ...(key === null && { copiesOf }),
  })
}

async function* readWhere(
  context: ReadContext,
  scope: Scope,
  filter: { field: string; values: readonly string[] },
): AsyncGenerator<RecordTree> {
  const field = storeFieldName(context.names, scope.resource, filter.field)
  const declared = resourceOf(scope.resource).fields[filter.field]
  // A server of files can ignore case too: every row that can name the file counts.
  const canonical = (text: string): string => {
    if (!declared) return text
    const value = canonicalValue(declared, text)
    return declared.kind === 'file' ? value.toLowerCase() : value
  }
  for (const values of valueChunks(field, filter.values, roomForValues(scopeRequest(scope, context.names)))) {
    const wanted = new Set(values.map(canonical))
    for await (const row of readFiltered(context, scope, { filter: { field, values } })) {
      // A store can ignore case and matches % with any text (assumptions.md R9, R11): apart from names of files only exact matches count.
      if (wanted.has(canonical(row.fields[filter.field] ?? ''))) yield row
    }
  }
}

/** Bytes that are left for values where the rest of a target is long. */
const leastRoom = 1_000
const longestStart = 999_999_999

/** Bytes for the values of a filter in a target with everything else. */
function roomForValues({ spec, fields }: ScopeRequest): number {
  const query = formatFilters({ filters: [], results: pageSize, start: longestStart, fields })
  return Math.max(leastRoom, longestTarget - Buffer.byteLength(`${listPath(spec)}?${query}`))
}

async function count(context: ReadContext, resource: ResourceName): Promise<number> {
  const request = scopeRequest({ resource, fields: readNames(resource), children: [] }, context.names)
  const query = formatFilters({ results: 1, fields: request.fields })
  return repeated(context.beginRead(), async () => {
    let total = 0
    for await (const events of readEvents(context, request, query)) {
      for (const event of events) if (event.type === 'header') ({ total } = event)
    }
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
