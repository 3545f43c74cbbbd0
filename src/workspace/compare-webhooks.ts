import type { DiffContext } from '../diff/diff-context.ts'
import type { ChangeRoot, RecordChange } from '../diff/change.ts'
import { diffWebhooks, webhookRoot } from '../diff/diff-webhooks.ts'
import { OperationalError } from '../errors.ts'
import type { KnownWebhook } from '../live/sealed-webhooks.ts'
import type { PlannedAddress } from '../plan/plan.ts'
import { mostNamed, type UnmanagedRoots } from '../plan/untouched.ts'
import { addressOf } from '../records/address.ts'
import type { BaseRecords } from '../records/base-record.ts'
import type { DesiredRecord, DesiredSources } from '../records/desired.ts'
import { manageDefaults, type ManageSettings } from '../records/manage-settings.ts'
import type { StoreIdentity } from '../records/store-identity.ts'
import { maskedAddress, type ResolveWebhook } from '../records/webhook-address.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import type { Fields } from '../resources/resource.ts'
import { byCode } from '../source/by-code.ts'
import { ownWebhooks } from './own-webhooks.ts'
import { digestOf, knownWebhooks, resolveAsWritten } from './webhook-addresses.ts'

/** What decides about the webhooks of a plan. */
interface WebhookInput {
  readonly desired: DesiredSources
  readonly store: StoreIdentity
  /** What was applied before: no other webhook is ever removed. */
  readonly base: BaseRecords
  /** Default: addresses are as they are written. */
  readonly resolveWebhook?: ResolveWebhook
  /** Default: `manageDefaults`. */
  readonly manage?: ManageSettings
}

/** The webhooks of a catalogue with their addresses, ready to be compared. */
export interface PlannedWebhooks {
  /** With those of `own` whose url says all of their address. */
  readonly known: readonly KnownWebhook[]
  /** The addresses of those of the catalogue whose url does not say all of it. */
  readonly addresses: readonly PlannedAddress[]
  /** Compares them with those of the store. Throws `store-refused-key` where the key may not read them. */
  compare(live: AsyncIterable<RecordTree>, context: DiffContext): Promise<ComparedWebhooks>
}

/** The changes of webhooks, and what there is to say about those of the store that stay. */
export interface ComparedWebhooks {
  readonly changes: readonly RecordChange[]
  /** Those of ours that have left the catalogue. */
  readonly stay: readonly ChangeRoot[]
  readonly unmanaged: readonly UnmanagedRoots[]
  readonly notices: readonly string[]
}

/** Where neither the catalogue nor an earlier apply has a webhook. */
export const noWebhooks: ComparedWebhooks = { changes: [], stay: [], unmanaged: [], notices: [] }

/** Resolves the webhooks of a catalogue. Throws `variable-missing`. */
export async function planWebhooks({ desired, store, base, resolveWebhook, manage }: WebhookInput): Promise<PlannedWebhooks> {
  const records = [...(desired.roots.Webhooks ?? [])]
  const declared = knownWebhooks(
    records.map(({ fields }) => fields),
    resolveWebhook ?? resolveAsWritten,
  )
  const own = await ownWebhooks(base)
  const digests = new Map(declared.map((webhook, index) => [records[index], digestOf(webhook, store)]))
  const plain = own.flatMap(({ name, url, digest }) => (digest === null ? [{ name, url, address: url, values: [] }] : []))
  const wanted = {
    records,
    own,
    prunes: (manage ?? manageDefaults).prune.webhooks === 'delete',
    digestOf: (record: DesiredRecord): string | null => digests.get(record) ?? null,
  }
  return {
    known: [...plain, ...declared],
    addresses: declared.flatMap(({ name, url }, index) => {
      const digest = digests.get(records[index])
      return digest ? [{ name, url, digest }] : []
    }),
    compare: async (live, context) => {
      const rows = await rowsOf(live, { store: store.name, declared: records.length })
      const { changes, kept, others } = diffWebhooks(wanted, rows, context)
      const created = new Set(changes.filter(({ action }) => action === 'create').map(({ key }) => addressOf('Webhooks', key)))
      const added = declared.filter(({ name, url }) => created.has(addressOf('Webhooks', { name, url })))
      return {
        changes,
        stay: kept.map(({ fields }) => ({ ...webhookRoot(fields), key: nameOf(fields) })),
        unmanaged: unmanagedOf(others),
        notices: otherNotices(added, others),
      }
    },
  }
}

function nameOf({ name = '', url = '' }: Fields): string {
  return `${name} to ${url}`
}

function unmanagedOf(others: readonly RecordTree[]): readonly UnmanagedRoots[] {
  if (others.length === 0) return []
  const keys = others.map(({ fields }) => nameOf(fields)).toSorted(byCode)
  return [{ resource: 'Webhooks', count: keys.length, keys: keys.slice(0, mostNamed) }]
}

async function rowsOf(
  live: AsyncIterable<RecordTree>,
  { store, declared }: { readonly store: string; readonly declared: number },
): Promise<RecordTree[]> {
  try {
    const rows: RecordTree[] = []
    for await (const row of live) rows.push(row)
    return rows
  } catch (error) {
    const isDenied = error instanceof OperationalError && error.code === 'store-refused-key' && error.context['status'] === 403
    if (!isDenied) throw error
    const reason = declared === 0 ? 'and earlier applies have subscribed some' : 'and the catalogue declares `webhooks:`'
    throw new OperationalError('store-refused-key', `The key of store ${store} may not read Webhooks, ${reason}.`, {
      fix: "Give the key access to Webhooks in the store's administration, section API, or remove `webhooks:` from the catalogue.",
      context: error.context,
    })
  }
}

/**
 * One sentence for each new webhook of an event that the store already reports to the same host: the value of a variable may have changed
 * since it was created, by an apply that this state does not know.
 */
function otherNotices(created: readonly KnownWebhook[], others: readonly RecordTree[]): readonly string[] {
  return created.flatMap(({ name, url, address }) => {
    const place = maskedAddress(address, '')
    const found = others.filter(({ fields }) => fields['name'] === name && (fields['url'] ?? '').startsWith(place))
    if (found.length === 0) return []
    const shown = found.map(({ fields }) => fields['url'] ?? '').join(', ')
    return [`The store already reports ${name} to another address of the host of ${url}, which stays: ${shown}.`]
  })
}
