import type { DatabaseSync } from 'node:sqlite'
import { invariant, OperationalError } from '../errors.ts'
import type { GroupCommit } from './group-commit.ts'
import { instantOf } from './instant.ts'
import { DamagedRow, integerAt, readRow, textAt, timeAt } from './row.ts'
import type { Row } from './row.ts'
import type { Lease, State } from './state.ts'

/** The leases of the stores, and the check of a fence. */
export interface Leases extends Pick<State, 'acquireLease' | 'renewLease' | 'releaseLease' | 'leaseOf'> {
  /** The lease of each store that was not released, of those that can be read; for use inside a read. */
  readonly held: () => readonly Lease[]
  /** Throws `lease-lost` unless the lease of the store has this fence and is not over at `at`; for use inside a write. */
  readonly mustHold: (store: string, fence: number, at: string) => void
}

/** The leases in an open database: one row for each store, which keeps its last fence after a release. */
export function openLeases(database: DatabaseSync, { write, read, whileRunsStay }: GroupCommit): Leases {
  const find = database.prepare('SELECT * FROM lease WHERE store = ?')
  const all = database.prepare('SELECT * FROM lease ORDER BY store')
  const acquire = database.prepare('INSERT OR REPLACE INTO lease VALUES (?, ?, ?, ?, ?, 0)')
  const renew = database.prepare('UPDATE lease SET expires_at = ? WHERE store = ?')
  const release = database.prepare('UPDATE lease SET released = 1 WHERE store = ? AND fence = ?')
  const last = (store: string): StoredLease | null => storedLease(find.get(store))
  const known = whileRunsStay(() => new Map<string, { readonly lease: StoredLease | null; readonly endsMs: number }>())
  const knownLease = (store: string): { readonly lease: StoredLease | null; readonly endsMs: number } => {
    const lease = last(store)
    const found = { lease, endsMs: lease ? instantOf(lease.expiresAt) : 0 }
    known().set(store, found)
    return found
  }
  return {
    acquireLease: ({ store, holder, at, expiresAt }) =>
      write(() => {
        invariant(instantOf(expiresAt) > instantOf(at), `a lease from ${at} to ${expiresAt} is over before it begins`)
        const before = last(store)
        if (before && !before.isReleased && instantOf(before.expiresAt) > instantOf(at)) throw leaseHeld(before)
        const fence = (before?.fence ?? 0) + 1
        acquire.run(store, fence, holder, at, expiresAt)
        return { store, fence, holder, acquiredAt: at, expiresAt }
      }),
    renewLease: (lease, { at, expiresAt }) =>
      write(() => {
        invariant(instantOf(expiresAt) > instantOf(at), `a lease from ${at} to ${expiresAt} is over before it begins`)
        mustBeCurrent(last(lease.store), lease)
        renew.run(expiresAt, lease.store)
        return { ...lease, expiresAt }
      }),
    releaseLease: ({ store, fence }) => write(() => void release.run(store, fence), { isLast: true }),
    leaseOf: (store) => read(() => heldLease(last(store))),
    held: () => all.all().flatMap((row) => readableLease(row) ?? []),
    mustHold: (store, fence, at) => {
      const { lease, endsMs } = known().get(store) ?? knownLease(store)
      const { expiresAt } = mustBeCurrent(lease, { store, fence })
      if (instantOf(at) >= endsMs) throw leaseLost(store, `it ended at ${expiresAt}`)
    },
  }
}

/** A lease, also one that was released. */
type StoredLease = Lease & { readonly isReleased: boolean }

function storedLease(row: Row | undefined): StoredLease | null {
  return row ? readLease(row) : null
}

/** The lease in a row. Throws `DamagedRow`. */
export function readLease(row: Row): StoredLease {
  return readRow(row, { table: 'lease of', key: 'store' }, () => ({
    store: textAt(row, 'store'),
    fence: integerAt(row, 'fence'),
    holder: textAt(row, 'holder'),
    acquiredAt: timeAt(row, 'acquired_at'),
    expiresAt: timeAt(row, 'expires_at'),
    isReleased: integerAt(row, 'released') === 1,
  }))
}

function heldLease(stored: StoredLease | null): Lease | null {
  if (!stored || stored.isReleased) return null
  const { isReleased: _, ...lease } = stored
  return lease
}

/** The check of the state reports a damaged one as such. */
function readableLease(row: Row): Lease | null {
  try {
    return heldLease(readLease(row))
  } catch (error) {
    if (error instanceof DamagedRow) return null
    throw error
  }
}

function mustBeCurrent(current: StoredLease | null, { store, fence }: Pick<Lease, 'store' | 'fence'>): StoredLease {
  if (!current) throw leaseLost(store, 'the state has none')
  if (current.fence !== fence) throw leaseLost(store, `${current.holder} took it over at ${current.acquiredAt}`)
  if (current.isReleased) throw leaseLost(store, 'it was released')
  return current
}

function leaseHeld({ store, holder, acquiredAt, expiresAt }: Lease): OperationalError {
  return new OperationalError(
    'lease-held',
    `${holder} has held the lease of ${store} since ${acquiredAt}, until ${expiresAt}. Nothing was written.`,
    { context: { holder, acquiredAt, expiresAt } },
  )
}

function leaseLost(store: string, reason: string): OperationalError {
  return new OperationalError('lease-lost', `The lease of ${store} is lost: ${reason}.`)
}
