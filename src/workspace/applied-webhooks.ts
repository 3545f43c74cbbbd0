import type { BaseEnd } from '../apply/apply-input.ts'
import { keyOfOwn, type OwnWebhook, ownWebhook, rowOfOwn } from '../diff/own-webhook.ts'
import { unpackedChanges } from '../diff/packed-changes.ts'
import type { Plan } from '../plan/plan.ts'
import { addressOf } from '../records/address.ts'
import type { BaseRecords } from '../records/base-record.ts'
import type { DesiredRecord } from '../records/desired.ts'
import { resolveAddress, type ResolveWebhook } from '../records/webhook-address.ts'
import type { SourcePlace, SourceSpan } from '../source/source.ts'
import type { AppliedRoot } from '../state/base-write.ts'
import { ownWebhooks } from './own-webhooks.ts'
import { digestOf } from './webhook-addresses.ts'

/** What an apply needs to know to record which webhooks are ours. */
interface AppliedInput {
  readonly plan: Plan
  readonly records: readonly DesiredRecord[]
  readonly resolve: ResolveWebhook
  /** What was applied before. */
  readonly base: BaseRecords
  readonly locate: (span: SourceSpan) => SourcePlace
  /** Whether the plan is about a webhook, by its address. */
  readonly isSelected: (address: string) => boolean
}

/** The webhooks that are ours after an apply. */
export interface AppliedWebhooks {
  /** For a webhook whose changes are all made. */
  of(address: string): BaseEnd | null
  /** For those of the catalogue that the store had already. */
  readonly unchanged: readonly AppliedRoot[]
}

/** Which webhooks are ours after the apply of a plan: those that it creates, and those that the catalogue and the store both have. */
export async function appliedWebhooks({ plan, records, resolve, base, locate, isSelected }: AppliedInput): Promise<AppliedWebhooks> {
  const own = await ownWebhooks(base)
  const changes = unpackedChanges(plan.changes)
    .filter((change) => change.kind === 'record')
    .filter(({ resource }) => resource === 'Webhooks')
  const byAddress = new Map(changes.map((change) => [change.address, change]))
  return {
    of(address) {
      const change = byAddress.get(address)
      if (!change) return null
      const { name = '', url = '' } = change.key
      if (change.action === 'create') return { applied: applied({ name, url, digest: change.addressDigest ?? null }, change.source) }
      const removed = ownWebhook(change.key, own)
      return removed ? { forgotten: { resource: 'Webhooks', key: keyOfOwn(removed) } } : null
    },
    unchanged: records
      .map((record) => ({ ...record, address: addressOf('Webhooks', record.fields) }))
      .filter(({ address }) => isSelected(address) && !byAddress.has(address))
      .flatMap(({ fields: { name = '', url = '' }, source }) => {
        const resolved = resolve(name, url) ?? resolveAddress(url, {})
        if ('missing' in resolved) return []
        return [applied({ name, url, digest: digestOf({ name, url, ...resolved }, plan.madeFrom.store) }, locate(source))]
      }),
  }
}

function applied(webhook: OwnWebhook, source: SourcePlace | null): AppliedRoot {
  return { resource: 'Webhooks', key: keyOfOwn(webhook), base: { record: rowOfOwn(webhook), source } }
}
