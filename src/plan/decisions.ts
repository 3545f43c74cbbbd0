import { addressOfRoot, type Change } from '../diff/change.ts'
import type { Plan } from './plan.ts'
import { closureOf, neededBy, type RootNeeds, rootNeeds } from './root-needs.ts'

/** What a reviewer decided about a plan: everything is approved except the root records and files that are skipped. */
export interface Decisions {
  readonly planHash: string
  /** Addresses of root records and files, in the order of the plan. */
  readonly skipped: readonly string[]
}

/** Decides about the records of one plan, so that nothing that is approved needs something that is skipped. */
export interface Decider {
  /** The addresses that are skipped together with these: what needs them. */
  readonly skip: (addresses: Iterable<string>) => ReadonlySet<string>
  /** The addresses that are approved together with these: what they need. */
  readonly approve: (addresses: Iterable<string>) => ReadonlySet<string>
}

/** The decider of a plan. */
export function openDecider(changes: readonly Change[]): Decider {
  const needs: RootNeeds = rootNeeds(changes)
  const users = neededBy(needs)
  return { skip: (addresses) => closureOf(addresses, users), approve: (addresses) => closureOf(addresses, needs) }
}

/** The decisions for a plan: without addresses that it does not have, and with everything that needs a skipped one. */
export function settledDecisions({ changes, planHash }: Pick<Plan, 'changes' | 'planHash'>, skipped: Iterable<string>): Decisions {
  const closed = openDecider(changes).skip(skipped)
  const addresses = new Set(changes.map(addressOfRoot))
  return { planHash, skipped: [...addresses].filter((address) => closed.has(address)) }
}
