import { OperationalError } from '../../errors.ts'
import type { RecordTree } from '../../resources/record-tree.ts'
import { isAnswerLost } from '../../store/failed-answer.ts'
import type { StoreClient } from '../../store/store-client.ts'
import { compareCustomers, type CustomerChange } from './compare-customers.ts'
import type { ListedCustomer } from './customer-list.ts'

/** How customers are written. */
export interface CustomerWrite {
  readonly store: StoreClient
  readonly list: readonly ListedCustomer[]
  /** The changes that were shown: what differs from them when it is read again is not written. */
  readonly shown: readonly CustomerChange[]
  readonly recordsPerRequest: number
  /** How long a write whose answer was lost can still take effect, in milliseconds. */
  readonly settleMs: number
  readonly sleep: (milliseconds: number) => Promise<void>
  readonly stop: AbortSignal
  /** Called after each request, with the number of customers that are written. */
  readonly onProgress: (written: number) => void
  /** Called with the message of a request whose answer was lost, before the wait. */
  readonly onLost: (message: string) => void
}

/** What became of the changes. */
export interface CustomerResult {
  readonly written: readonly CustomerChange[]
  /** Why a customer is not as the list has it, by username. */
  readonly failures: ReadonlyMap<string, string>
}

/** After so many comparisons what still differs is not written again: the store changes what it is sent. */
const mostRounds = 5

/**
 * Writes the changes, then compares again, until nothing differs but what failed. A request is never repeated on a guess: after one that the store refused, or whose
 * answer was lost, the customers are read, and what they lack is sent; those of a refused request one by one.
 */
export async function writeCustomers(write: CustomerWrite): Promise<CustomerResult> {
  const { store, list, shown, stop } = write
  const failures = new Map<string, string>()
  const shownTexts = new Map(shown.map((change) => [change.username, JSON.stringify(change)]))
  const alone = new Set<string>()
  const listed = list.filter(({ username }) => shownTexts.has(username))
  for (let round = 0; ; round += 1) {
    const changes = await compareCustomers(store, listed)
    if (round === 0) refuseMoved(changes, { shown, shownTexts, failures })
    const open = changes.flatMap((change) => (failures.has(change.username) ? [] : writable(change, store)))
    if (open.length === 0 || round === mostRounds || stop.aborted) {
      for (const { username } of open)
        failures.set(username, stop.aborted ? 'stopped before it was written' : 'the store has other values after it was written')
      const written = shown.filter(({ username }) => !failures.has(username))
      return { written, failures }
    }
    await writeAll(open, { ...write, failures, alone })
  }
}

/** Somebody may have changed a customer while the changes were looked at. */
function refuseMoved(
  changes: readonly CustomerChange[],
  {
    shown,
    shownTexts,
    failures,
  }: { shown: readonly CustomerChange[]; shownTexts: ReadonlyMap<string, string>; failures: Map<string, string> },
): void {
  const now = new Map(changes.map((change) => [change.username, JSON.stringify(change)]))
  for (const { username } of shown) {
    const text = now.get(username)
    if (text !== undefined && text !== shownTexts.get(username)) failures.set(username, 'changed in the store since it was shown')
  }
}

/** A change without what the API does not show: memberships end only where rows can be deleted (docs/assumptions.md W28). */
export function writable(change: CustomerChange, { capabilities }: Pick<StoreClient, 'capabilities'>): readonly CustomerChange[] {
  const leaves = capabilities.deletes === 'generic' ? change.leaves : []
  const isEmpty = change.action === 'update' && change.fields.length + change.joins.length + leaves.length === 0
  return isEmpty ? [] : [{ ...change, leaves }]
}

interface Writing extends CustomerWrite {
  readonly failures: Map<string, string>
  /** Customers whose request was refused together with others. */
  readonly alone: Set<string>
}

async function writeAll(changes: readonly CustomerChange[], writing: Writing): Promise<void> {
  const { store, recordsPerRequest, alone, stop, onProgress } = writing
  let written = 0
  const together = changes.filter(({ username }) => !alone.has(username))
  const single = changes.filter(({ username }) => alone.has(username))
  const batches = [...inBatches(together, recordsPerRequest), ...single.map((change) => [change])]
  for (const batch of batches) {
    if (stop.aborted) return
    await attempt(batch, writing, () => post(store, batch))
    written += batch.length
    onProgress(written)
  }
}

function* inBatches(changes: readonly CustomerChange[], size: number): Generator<readonly CustomerChange[]> {
  for (let at = 0; at < changes.length; at += size) yield changes.slice(at, at + size)
}

async function attempt(batch: readonly CustomerChange[], writing: Writing, send: () => Promise<void>): Promise<void> {
  const { failures, alone, settleMs, sleep, onLost } = writing
  try {
    await send()
  } catch (error) {
    if (!(error instanceof OperationalError) || error.code === 'store-refused-key') throw error
    const { message } = error
    if (isAnswerLost(error)) {
      onLost(message)
      await sleep(settleMs)
      return
    }
    for (const { username } of batch) {
      if (batch.length === 1) failures.set(username, message)
      else alone.add(username)
    }
  }
}

/** New customers with their groups, then fields, memberships that begin, and those that end. */
async function post(store: StoreClient, batch: readonly CustomerChange[]): Promise<void> {
  const created = batch.filter(({ action }) => action === 'create')
  const updated = batch.filter(({ action, fields }) => action === 'update' && fields.length > 0)
  const joins = batch.flatMap((change) => (change.action === 'update' ? membershipsOf(change) : []))
  if (created.length > 0) await store.post('Customer+UserCustomerGroups', created.map(recordOf))
  if (updated.length > 0) await store.post('Customer', updated.map(recordOf))
  if (joins.length > 0) await store.post('UserCustomerGroups', joins)
  for (const { code } of batch.flatMap(({ leaves }) => leaves)) await store.deleteRow('UserCustomerGroups', { code })
}

function recordOf(change: CustomerChange): RecordTree {
  const { username, action, fields, password } = change
  const values = fields.map(({ name, after }) => [name, after] as const)
  const secret = password === null ? [] : [['password', password] as const]
  const children = action === 'create' ? { UserCustomerGroups: membershipsOf(change) } : {}
  return { resource: 'Customer', fields: Object.fromEntries([['username', username], ...values, ...secret]), children }
}

function membershipsOf({ username, joins }: CustomerChange): readonly RecordTree[] {
  return joins.map((group) => ({ resource: 'UserCustomerGroups', fields: { username, group_code: group }, children: {} }))
}
