import type { IncomingMessage } from 'node:http'
import { type ResourceName, resourceOf } from '../../resources/registry.ts'
import type { Resource } from '../../resources/resource.ts'
import { type Address, parseAddress } from '../../wire/address.ts'
import type { Filter, ListQuery } from '../../wire/filters.ts'
import { searchFields } from '../../wire/search-tree.ts'
import { formatSpec, parseSpec, type SpecNode } from '../../wire/spec.ts'
import { pageSize } from '../assumptions/switches.ts'
import { withHashedPasswords } from '../rows/write/password.ts'
import { postApiAccess, refuseKeyChange } from './post-api-access.ts'
import { deniedResource, type StoredKey } from '../keys/stored-keys.ts'
import type { Row } from '../database/statements.ts'
import { keyColumn, quoted, rowId } from '../database/table-sql.ts'
import { invalidFields, methodNotAllowed, recordNotFound, StoreFault } from '../http/store-fault.ts'
import type { Answer } from '../http/answer.ts'
import { okText } from '../http/rsp-text.ts'
import type { DataContext } from './data-context.ts'
import { deleteByFilter, deleteByKey } from '../rows/write/delete-records.ts'
import { type Condition, filterSql } from '../rows/find/filter-sql.ts'
import { countRows, levelsOf, type Reader, readRows, type Selection } from '../rows/read/read-rows.ts'
import { readPayload } from './read-payload.ts'
import { readStatusMail, requestQuery } from './request-query.ts'
import { isResourceIndex, resourceIndexText } from './resource-index.ts'
import { resultSetBytes } from './result-set-text.ts'
import { readSearch, searchSql } from '../rows/find/search-sql.ts'
import { schemaText } from './schema-text.ts'
import { type View, viewOf } from '../rows/read/view.ts'
import { collated } from '../rows/collation.ts'
import { fieldOfWire } from '../rows/wire-names.ts'
import { putRecord } from '../rows/write/put-record.ts'
import { writeBody } from '../rows/write/write-records.ts'

/** An authorised request of the Data API with its parsed address. */
interface Call {
  readonly context: DataContext
  readonly spec: SpecNode
  readonly specText: string
  /** The raw query, without its `?`. */
  readonly query: string
  readonly request: IncomingMessage
  readonly access: StoredKey
}

/** `key` is empty if the address has none. */
type Operation = (call: Call, key: string) => Answer | Promise<Answer>

const ok: Answer = { status: 200, headers: {}, pieces: [okText] }

/** The specification of an address, or its refusal (assumptions.md R30). */
function specOf(text: string): SpecNode {
  const spec = parseSpec(text)
  if (!('fault' in spec)) return spec
  if (spec.fault === 'unknown') throw new StoreFault(404, `${spec.name} not found`).because('R30')
  throw invalidFields([spec.name]).because('R30')
}

function namesIn(spec: SpecNode): ResourceName[] {
  return [spec.resource, ...spec.children.flatMap(namesIn)]
}

function only(spec: SpecNode, method: string): Resource & { readonly name: ResourceName } {
  if (spec.children.length > 0) throw new StoreFault(400, `${method} supports one resource, not ${formatSpec(spec)}`).because('W20')
  return resourceOf(spec.resource)
}

/** The specification of the schema of an answer, with the element names of the answer (assumptions.md R16). */
function schemaSpec({ context, spec, specText }: Pick<Call, 'context' | 'spec' | 'specText'>): string {
  return context.switches.nodes === 'as-asked' ? specText : formatSpec(spec)
}

/** `_search` and the filters combined with AND, also with `_match=any` (assumptions.md R8). */
function bothOf(one: Condition, two: Condition): Condition {
  return { where: `(${one.where}) AND ${two.where}`, parameters: [...one.parameters, ...two.parameters] }
}

/** Filters with the declared names of fields (assumptions.md W40). */
function withDeclaredNames(filters: readonly Filter[], resource: ResourceName, { switches }: DataContext): Filter[] {
  return filters.map(({ field, values }) => ({ field: fieldOfWire(resource, field, switches), values }))
}

function askedFor(query: string, { spec, context }: Pick<Call, 'spec' | 'context'>): ListQuery {
  const asked = requestQuery(query, ['filters', '_match', '_search', '_results', '_start', '_fields'], context.switches)
  return { ...asked, filters: withDeclaredNames(asked.filters, spec.resource, context) }
}

function list({ context, spec, specText, query }: Call): Answer {
  const asked = askedFor(query, { spec, context })
  const search = asked.search === null ? null : readSearch(asked.search, spec.resource, context.switches)
  const filtered = asked.filters.map(({ field }) => field)
  const searched = search ? searchFields(search) : []
  const view = viewOf({ spec, specText, fields: asked.fields, filtered, searched }, context.switches)
  const filters = filterSql(view.resource, asked, context.switches)
  const condition = search
    ? bothOf(filters, searchSql(search, { resource: view.resource, now: context.now(), switches: context.switches }))
    : filters
  const reader: Reader = search ? { ...context, statements: context.statements.guarded } : context
  const start = asked.start ?? 0
  const selection: Selection = {
    ...condition,
    limit: Math.min(asked.results ?? pageSize, pageSize),
    offset: Math.max(0, start + (context.shift ?? 0)),
  }
  const rows = readRows(reader, view, selection)
  const total = countRows(reader, spec.resource, condition)
  const frame = { spec: schemaSpec({ context, spec, specText }), start, total, returned: rows.length }
  return { status: 200, headers: {}, pieces: resultSetBytes({ view, levels: levelsOf(reader, view, rows) }, frame, context) }
}

/** The body of an answer that contains all records of its request. */
function allOf({ context, spec, specText }: Call, view: View, rows: readonly Row[]): Answer['pieces'] {
  const frame = { spec: schemaSpec({ context, spec, specText }), start: 0, total: rows.length, returned: rows.length }
  return resultSetBytes({ view, levels: levelsOf(context, view, rows) }, frame, context)
}

function record(call: Call, key: string): Answer {
  const { context, spec, specText, query } = call
  const { fields } = requestQuery(query, ['_fields'], context.switches)
  const view = viewOf({ spec, specText, fields }, context.switches)
  const where = `${collated(`t.${quoted(keyColumn(view.resource))}`, context.switches)} = ?`
  const rows = readRows(context, view, { where, parameters: [key], limit: 1, offset: 0 })
  if (rows.length === 0) throw recordNotFound(view.resource.node, key)
  return { status: 200, headers: {}, pieces: allOf(call, view, rows) }
}

function schema({ context, spec, specText, query }: Call): Answer {
  requestQuery(query, [], context.switches)
  return { status: 200, headers: {}, pieces: [schemaText(viewOf({ spec, specText, fields: null }, context.switches), context)] }
}

/** The answer to a POST or PUT; not shown (assumptions.md W1, W2), except that Webhooks return their identifier (platform.md). */
function written(call: Call, rows: readonly number[]): Answer {
  const { context, spec, specText } = call
  const writeReply = spec.resource === 'Webhooks' ? 'records' : context.switches.writeReply
  if (writeReply === 'rsp-ok') return ok
  if (writeReply === 'empty-204') return { status: 204, headers: {}, pieces: [] }
  const view = viewOf({ spec, specText, fields: null }, context.switches)
  const where = `t.${rowId} IN (SELECT value FROM json_each(?))`
  const found = readRows(context, view, { where, parameters: [JSON.stringify(rows)], limit: rows.length, offset: 0 })
  return { status: writeReply === '201' ? 201 : 200, headers: {}, pieces: allOf(call, view, found) }
}

async function post(call: Call): Promise<Answer> {
  const { context, spec } = call
  const statusMail = readStatusMail(call.query, spec.resource, context.switches)
  const records = await readPayload(call.request, spec, context)
  if (spec.resource === 'ApiAccess') return postApiAccess(context, { ...call, records })
  const stored = await Promise.all(records.map((record) => withHashedPasswords(record, context.statements)))
  return written(call, await writeBody({ ...context, statusMail }, stored))
}

async function put(call: Call, key: string): Promise<Answer> {
  requestQuery(call.query, [], call.context.switches)
  if (only(call.spec, 'PUT').name === 'ApiAccess') refuseKeyChange()
  const { context } = call
  const records = await readPayload(call.request, call.spec, context)
  const stored = await Promise.all(records.map((record) => withHashedPasswords(record, context.statements, key)))
  return written(call, [putRecord(context, stored, key)])
}

function remove({ context, spec, query }: Call, key: string | null): Answer {
  const resource = only(spec, 'DELETE')
  const asked = requestQuery(query, key === null ? ['filters'] : [], context.switches)
  const filters = withDeclaredNames(asked.filters, resource.name, context)
  if (key === null) deleteByFilter(context, resource, filters)
  else deleteByKey(context, resource, key)
  return ok
}

/** The operations of each kind of address; HEAD is a GET whose body is not sent. */
const operations: Readonly<Record<Address['kind'], Readonly<Record<string, Operation>>>> = {
  list: { GET: list, HEAD: list, POST: post, DELETE: (call) => remove(call, null) },
  record: { GET: record, HEAD: record, PUT: put, DELETE: remove },
  schema: { GET: schema, HEAD: schema },
}

/** The operations of an address. Shipping methods can only be read: platform.md shows no way to write them (assumptions.md R39). */
function operationsOf({ spec }: Call, { kind }: Address): Readonly<Record<string, Operation>> {
  const { GET, HEAD, ...writing } = operations[kind]
  const reading = { ...(GET ? { GET } : {}), ...(HEAD ? { HEAD } : {}) }
  return spec.resource === 'Shipping' ? reading : { ...reading, ...writing }
}

async function perform(call: Call, address: Address): Promise<Answer> {
  const { method = '' } = call.request
  const known = operationsOf(call, address)
  const allow = [...Object.keys(known), 'OPTIONS'].join(', ')
  if (method === 'OPTIONS') return { status: 204, headers: { allow }, pieces: [] }
  const operation = Object.hasOwn(known, method) ? known[method] : undefined
  if (!operation && call.spec.resource === 'Shipping') throw methodNotAllowed(method, allow, 'Shipping').because('R39')
  if (!operation) throw methodNotAllowed(method, allow)
  return operation(call, address.kind === 'record' ? address.key : '')
}

/** The list of resources at the root of the API (assumptions.md R40). */
function resourceIndex({ switches }: DataContext, request: IncomingMessage, access: StoredKey): Answer {
  const { method = '', url = '' } = request
  if (method !== 'GET' && method !== 'HEAD') throw methodNotAllowed(method, 'GET, HEAD')
  requestQuery(url.split('?').slice(1).join('?'), [], switches)
  return { status: 200, headers: {}, pieces: [resourceIndexText(access)] }
}

/**
 * Answers one request below `/API/V3/` (platform.md, "Data API operations"). Throws a `StoreFault` for a refusal. The key must have
 * access to every resource of the specification (assumptions.md K2).
 */
export async function answerDataRequest(context: DataContext, request: IncomingMessage, access: StoredKey): Promise<Answer> {
  const [path = '', ...rest] = (request.url ?? '').split('?')
  if (isResourceIndex(path)) return resourceIndex(context, request, access)
  const address = parseAddress(path)
  if (!address) throw new StoreFault(404, `${path.slice(0, 200)} not found`)
  const spec = specOf(address.spec)
  const denied = deniedResource(access, namesIn(spec))
  if (denied) throw new StoreFault(403, `This key has no access to ${denied}`).because('K2')
  return perform({ context, spec, specText: address.spec, query: rest.join('?'), request, access }, address)
}
