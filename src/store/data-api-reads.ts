import { OperationalError } from '../errors.ts'
import { type ArrivingRecords, partsOf, recordsIn } from '../records/arriving-records.ts'
import { readNames } from '../records/row-identity.ts'
import { longestTarget } from '../records/target-bytes.ts'
import type { Scope } from '../records/scope.ts'
import type { StoreFieldNames } from '../resources/capabilities.ts'
import type { KnownRecords, ReadRecord, RecordTree } from '../resources/record-tree.ts'
import { resourceOf, type ResourceName } from '../resources/registry.ts'
import { canonicalValue } from '../resources/scalar.ts'
import { listPath, schemaPath } from '../wire/address.ts'
import { type Filter, formatFilters, type ListQuery } from '../wire/filters.ts'
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
import { searchedFields, storeSearch } from './search-names.ts'
import type { RecordQuery, StoreClient } from './store-client.ts'
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
export function dataApiReads(context: ReadContext): Pick<StoreClient, 'readAll' | 'readWhere' | 'readMatching' | 'count' | 'schemaFields'> {
  return {
    readAll: (scope, known) => readSelected(context, scope, { known, pagesAhead: context.pagesAhead }),
    readWhere: (scope, field, values) => readWhere(context, scope, { field, values }),
    readMatching: (query) => readMatching(context, query),
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

/** Which records are read, and how; default: all of them, in pages of 2000, one after the other. */
interface Selection {
  /** The query of each page, with the names of the store. */
  readonly query?: Pick<Partial<ListQuery>, 'filters' | 'match' | 'search'>
  readonly known?: KnownRecords | undefined
  readonly perPage?: number
  readonly pagesAhead?: number
}

function readSelected(
  context: ReadContext,
  scope: Scope,
  { query, known, perPage = pageSize, pagesAhead = 0 }: Selection,
): ArrivingRecords {
  const { names, host, beginRead } = context
  const request = scopeRequest(scope, names)
  const fields = request.fields === '' ? null : request.fields
  const page = (asked: Partial<ListQuery>): AsyncIterable<readonly ResultSetEvent[]> =>
    readEvents({ ...context, known }, request, formatFilters({ results: pageSize, start: 0, ...asked, fields }))
  const { key, natural } = resourceOf(scope.resource)
  const named = (own: Filter): Filter => ({ ...own, field: storeFieldName(names, scope.resource, own.field) })
  const copiesOf = (rows: readonly RecordTree[]): ReturnType<typeof countCopies> =>
    countCopies(rows, natural, {
      readPage: (filters) => page({ filters: filters.map(named) }),
      beginRead,
      room: roomForValues(request),
    })
  return readPages((start) => page({ ...query, results: perPage, start }), `${scope.resource} records at ${host}`, {
    beginRead,
    pagesAhead,
    ...(key === null && { copiesOf }),
  })
}

/** The fields that a query selects by are read too: rows without a key that are equal in all of them are selected together. */
function readMatching(
  context: ReadContext,
  { scope, filters = [], match = 'all', search, limit = Infinity }: RecordQuery,
): ArrivingRecords {
  const { resource, fields } = scope
  const names = context.names[resource] ?? {}
  const own = [...readNames(resource), ...filters.map(({ field }) => field), ...(search === undefined ? [] : searchedFields(search))]
  const read = { ...scope, fields: fields.length === 0 ? [] : [...new Set([...fields, ...own])] }
  const records = readSelected(context, read, {
    query: {
      filters: filters.map(({ field, values }) => ({ field: storeFieldName(context.names, resource, field), values })),
      match,
      search: search === undefined ? null : storeSearch(search, names),
    },
    perPage: Math.min(pageSize, limit),
    pagesAhead: limit > pageSize ? context.pagesAhead : 0,
  })
  return limit === Infinity ? records : recordsIn(() => firstOf(partsOf(records), limit))
}

/** The first records of a read; the rest of it is not requested. */
async function* firstOf(parts: AsyncIterable<readonly ReadRecord[]>, most: number): AsyncGenerator<readonly ReadRecord[]> {
  let left = most
  for await (const part of parts) {
    yield part.slice(0, left)
    left -= part.length
    if (left <= 0) return
  }
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
    for await (const row of readSelected(context, scope, { query: { filters: [{ field, values }] } })) {
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
