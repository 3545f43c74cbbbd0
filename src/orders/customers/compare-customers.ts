import { OperationalError } from '../../errors.ts'
import type { Scope } from '../../records/scope.ts'
import type { RecordTree } from '../../resources/record-tree.ts'
import { fieldOf } from '../../resources/registry.ts'
import { sameValue } from '../../resources/scalar.ts'
import type { StoreClient } from '../../store/store-client.ts'
import { valueChunks } from '../../store/value-chunks.ts'
import type { ListedCustomer } from './customer-list.ts'

/** What differs between a listed customer and the store. */
export interface CustomerChange {
  readonly username: string
  readonly action: 'create' | 'update'
  /** Before: `null` for a customer that is created. */
  readonly fields: readonly { readonly name: string; readonly before: string | null; readonly after: string }[]
  /** Codes of groups that the customer joins. */
  readonly joins: readonly string[]
  /** Memberships that end, by code of the group and of the row. */
  readonly leaves: readonly { readonly group: string; readonly code: string }[]
  readonly password: string | null
}

/** Bytes of names in one filter. */
const bytesOfNames = 6_000
const customersPerPage = 2_000

/**
 * Compares the customers of a list with those of the store. Customers that the list does not have are left alone. `onRead`: customers that were read. Throws
 * `list-invalid` where the store has a listed name in another case only: a store can treat both as one customer (docs/assumptions.md W32).
 */
export async function compareCustomers(
  store: StoreClient,
  list: readonly ListedCustomer[],
  onRead?: (customers: number) => void,
): Promise<readonly CustomerChange[]> {
  const live = await readCustomers(store, list, onRead)
  return list.flatMap((customer) => {
    const change = changeOf(customer, live.get(customer.username))
    return change === null ? [] : [change]
  })
}

async function readCustomers(
  store: StoreClient,
  list: readonly ListedCustomer[],
  onRead?: (customers: number) => void,
): Promise<ReadonlyMap<string, RecordTree>> {
  const listed = new Map(list.map(({ username }) => [username.toLowerCase(), username]))
  const live = new Map<string, RecordTree>()
  const inOtherCase = new Map<string, string>()
  let count = 0
  for await (const row of await rowsOf(store, list)) {
    onRead?.((count += 1))
    const { username = '' } = row.fields
    const name = listed.get(username.toLowerCase())
    if (name === username) live.set(name, row)
    else if (name !== undefined) inOtherCase.set(name, username)
  }
  for (const [name, username] of inOtherCase) if (!live.has(name)) throw otherCase(name, username)
  return live
}

function otherCase(name: string, username: string): OperationalError {
  return new OperationalError(
    'list-invalid',
    `The list has the customer "${name}", and the store "${username}": a store can treat them as one.`,
    {
      fix: 'Write the username as the store has it.',
    },
  )
}

/** The customers of the store that can be those of a list, in as few requests as are known to do. A filter can find names in any case. */
async function rowsOf(store: StoreClient, list: readonly ListedCustomer[]): Promise<AsyncIterable<RecordTree>> {
  const scope = scopeOf(list)
  const filters = valueChunks(
    'username',
    list.map(({ username }) => username),
    bytesOfNames,
  )
  const pages = (await store.count('Customer')) / customersPerPage
  return filters.length < pages ? matching(store, scope, filters) : store.readAll(scope)
}

async function* matching(store: StoreClient, scope: Scope, filters: readonly (readonly string[])[]): AsyncGenerator<RecordTree> {
  for (const values of filters) yield* store.readMatching({ scope, filters: [{ field: 'username', values }] })
}

function scopeOf([first]: readonly ListedCustomer[]): Scope {
  const groups: Scope = { resource: 'UserCustomerGroups', fields: ['code', 'username', 'group_code'], children: [] }
  return {
    resource: 'Customer',
    fields: ['username', ...Object.keys(first?.fields ?? {})],
    children: first?.groups === null ? [] : [groups],
  }
}

function changeOf({ username, fields, password, groups }: ListedCustomer, live: RecordTree | undefined): CustomerChange | null {
  if (!live) {
    const given = Object.entries(fields).filter(([, after]) => after !== '')
    const created = given.map(([name, after]) => ({ name, before: null, after }))
    return { username, action: 'create', fields: created, joins: groups ?? [], leaves: [], password }
  }
  const changed = Object.entries(fields).flatMap(([name, after]) => {
    const before = live.fields[name] ?? ''
    return sameValue(fieldOf('Customer', name), before, after) ? [] : [{ name, before, after }]
  })
  const rows = groups === null ? [] : (live.children.UserCustomerGroups ?? []).map((row) => row.fields)
  const present = new Set(rows.map(({ group_code: group = '' }) => group))
  const joins = (groups ?? []).filter((group) => !present.has(group))
  const leaves = rows.flatMap(({ group_code: group = '', code = '' }) => (groups?.includes(group) === false ? [{ group, code }] : []))
  if (changed.length + joins.length + leaves.length === 0) return null
  return { username, action: 'update', fields: changed, joins, leaves, password: null }
}
