import type { Scope } from '../../records/scope.ts'
import type { RecordTree } from '../../resources/record-tree.ts'
import { fieldOf } from '../../resources/registry.ts'
import { sameValue } from '../../resources/scalar.ts'
import type { StoreClient } from '../../store/store-client.ts'
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

/** Names in one filter are about 6,000 bytes; a page has 2,000 customers. */
const namesPerRequest = 200
const customersPerPage = 2_000

/** Compares the customers of a list with those of the store. Customers that the list does not have are left alone. `onRead`: customers that were read. */
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
  const scope = scopeOf(list)
  const names = list.map(({ username }) => username)
  const pages = (await store.count('Customer')) / customersPerPage
  const rows = names.length / namesPerRequest < pages ? store.readWhere(scope, 'username', names) : store.readAll(scope)
  const wanted = new Set(names)
  const live = new Map<string, RecordTree>()
  let count = 0
  for await (const row of rows) {
    onRead?.((count += 1))
    const { username = '' } = row.fields
    if (wanted.has(username)) live.set(username, row)
  }
  return live
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
