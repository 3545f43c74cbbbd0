import { unpackedChanges } from '../diff/packed-changes.ts'
import { OperationalError } from '../errors.ts'
import { type KnownWebhook, sealWebhooks } from '../live/sealed-webhooks.ts'
import type { Plan } from '../plan/plan.ts'
import type { StoreIdentity } from '../records/store-identity.ts'
import { addressDigest, isSecret, type ResolvedAddress, resolveAddress, type ResolveWebhook } from '../records/webhook-address.ts'
import type { Fields } from '../resources/resource.ts'
import type { StoreClient } from '../store/store-client.ts'

/** Takes each url for the address itself: enough for a catalogue without `${NAME}`. */
export const resolveAsWritten: ResolveWebhook = (_, url) => resolveAddress(url, {})

/** The addresses of some webhook records. Throws `variable-missing`, since without them nothing can be compared or written. */
export function knownWebhooks(records: Iterable<Fields>, resolve: ResolveWebhook): readonly KnownWebhook[] {
  return Array.from(records, ({ name = '', url = '' }) => {
    const resolved = resolve(name, url) ?? resolveAddress(url, {})
    if ('missing' in resolved) throw variableMissing({ name, url }, resolved)
    return { name, url, ...resolved }
  })
}

/** A store as a command that shows webhooks of a catalogue reads it. Throws `variable-missing`. */
export function sealedStore(store: StoreClient, webhooks: Iterable<{ readonly fields: Fields }>, resolve: ResolveWebhook): StoreClient {
  return sealWebhooks(
    store,
    knownWebhooks(
      Array.from(webhooks, ({ fields }) => fields),
      resolve,
    ),
  )
}

/** The digest of the address of a webhook (docs/decisions/028-webhooks.md); `null` where its url says all of it. */
export function digestOf(webhook: KnownWebhook, store: StoreIdentity): string | null {
  return isSecret(webhook.url) ? addressDigest(store, webhook) : null
}

/**
 * Throws `plan-stale` where a webhook of the catalogue that a plan was made from has another address here, whether the plan writes it or
 * not: the store would not match the catalogue afterwards. Throws `variable-missing`.
 */
export function refuseOtherAddresses({ madeFrom: { webhooks = [], store } }: Plan, resolve: ResolveWebhook): void {
  for (const { name, url, digest } of webhooks) {
    if (knownWebhooks([{ name, url }], resolve).some((webhook) => digestOf(webhook, store) !== digest)) throw otherAddress({ name, url })
  }
}

/**
 * The webhooks that a plan creates or removes, with their addresses on this machine. Throws `variable-missing`, and `plan-stale` where an
 * address is not the one that the plan was made with.
 */
export function webhooksOfPlan({ changes, madeFrom }: Plan, resolve: ResolveWebhook): readonly KnownWebhook[] {
  return unpackedChanges(changes).flatMap((change): readonly KnownWebhook[] => {
    if (change.kind !== 'record' || change.resource !== 'Webhooks' || change.action === 'cannot') return []
    const { name = '', url = '' } = change.key
    if (change.action === 'remove') return isSecret(url) ? [] : [{ name, url, address: url, values: [] }]
    const known = knownWebhooks([change.key], resolve)
    const isSame = known.every((webhook) => (digestOf(webhook, madeFrom.store) ?? undefined) === change.addressDigest)
    if (!isSame) throw otherAddress({ name, url })
    return known
  })
}

function variableMissing({ name, url }: Fields, { missing }: Extract<ResolvedAddress, { readonly missing: unknown }>): OperationalError {
  const names = missing.join(', ')
  return new OperationalError('variable-missing', `The webhook ${name} to ${url} needs ${names}, which ${are(missing.length)} not set.`, {
    fix: `Set ${names} in the environment of this command.`,
  })
}

function are(count: number): string {
  return count === 1 ? 'is' : 'are'
}

function otherAddress({ name, url }: Fields): OperationalError {
  return new OperationalError(
    'plan-stale',
    `The webhook ${name} to ${url} has another address here than where the plan was made. Nothing was written.`,
    { fix: 'Set its environment variables to the values that the plan was made with, or make and review a new plan.' },
  )
}
