import { addressOf } from '../records/address.ts'
import type { DesiredRecord } from '../records/desired.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import type { Fields } from '../resources/resource.ts'
import type { SourcePlace } from '../source/source.ts'
import type { ChangeRoot, RecordChange } from './change.ts'
import { definitionsOf } from './definitions-of.ts'
import type { DiffContext } from './diff-context.ts'
import { type OwnWebhook, ownWebhook } from './own-webhook.ts'

/** The webhooks of a catalogue, and what decides which of the store are removed. */
export interface WantedWebhooks {
  readonly records: readonly DesiredRecord[]
  /** The webhooks that were applied to this store before: no other is ever removed. */
  readonly own: readonly OwnWebhook[]
  /** True where one that is no longer in the catalogue is removed (`manage.prune.webhooks`). */
  readonly prunes: boolean
  /** The digest of the address of a record; `null` where its url says all of it. */
  readonly digestOf: (record: DesiredRecord) => string | null
}

/** The changes of webhooks, and those of the store that the catalogue does not have and that stay. */
export interface WebhookDifferences {
  readonly changes: readonly RecordChange[]
  /** Those of ours, as `prune` says. */
  readonly kept: readonly RecordTree[]
  /** Those that are not ours. */
  readonly others: readonly RecordTree[]
}

/**
 * Compares the webhooks of a catalogue with those of a store by name and url (docs/decisions/028-webhooks.md): the platform updates none, so
 * that another address is another webhook. One of ours whose written url is still in the catalogue, and stands for another address now,
 * is replaced; one that is no longer in the catalogue is removed as `prune` says.
 */
export function diffWebhooks(wanted: WantedWebhooks, live: readonly RecordTree[], context: DiffContext): WebhookDifferences {
  const { records, own, prunes } = wanted
  const declared = new Set(records.map(({ fields }) => identityOf(fields)))
  const present = new Set(live.map(({ fields }) => identityOf(fields)))
  const created = unique(records).filter(({ fields }) => !present.has(identityOf(fields)))
  const undeclared = unique(live).filter(({ fields }) => !declared.has(identityOf(fields)))
  const gone = undeclared.flatMap((row) => {
    const known = ownWebhook(row.fields, own)
    return known === undefined
      ? []
      : [{ row, source: known.source ?? null, isReplaced: declared.has(identityOf({ name: known.name, url: known.url })) }]
  })
  const removed = gone.filter(({ isReplaced }) => isReplaced || prunes)
  const kept = gone.filter((each) => !removed.includes(each))
  return {
    changes: [...created.map((record) => creation(record, wanted, context)), ...removed.map(({ row, source }) => removal(row, source))],
    kept: kept.map(({ row }) => row),
    others: undeclared.filter((row) => !gone.some((each) => each.row === row)),
  }
}

/** Name and url as one text. */
function identityOf({ name, url }: Fields): string {
  return JSON.stringify([name, url])
}

/** The first of each; the store can have a webhook twice. */
function unique<R extends RecordTree>(rows: readonly R[]): R[] {
  return [...new Map(rows.toReversed().map((row) => [identityOf(row.fields), row])).values()].toReversed()
}

/** One of ours that the store does not have was removed there. */
function creation(record: DesiredRecord, { own, digestOf }: WantedWebhooks, context: DiffContext): RecordChange {
  const { fields, spans, source } = record
  const digest = digestOf(record)
  const wasApplied = own.some(({ name, url, digest: applied }) => name === fields['name'] && url === fields['url'] && applied === digest)
  return {
    ...frameOf(fields, context.locate(spans['url'] ?? source)),
    action: 'create',
    origin: wasApplied ? 'store' : 'git',
    fields: Object.entries(fields).map(([field, after]) => ({ field, before: null, after, base: wasApplied ? after : null })),
    ...definitionsOf([['url', spans['url'] ?? source]], context),
    ...(digest !== null && { addressDigest: digest }),
  }
}

function removal({ fields }: RecordTree, source: SourcePlace | null): RecordChange {
  const shown = Object.entries(fields).filter(([field]) => field !== 'id')
  return {
    ...frameOf(fields, source),
    action: 'remove',
    origin: 'git',
    fields: shown.map(([field, before]) => ({ field, before, after: null, base: before })),
  }
}

/** The webhook of a store as the root of a change. */
export function webhookRoot(key: Fields): ChangeRoot {
  // A read selects webhooks by their event: the url of one of the store is not known here.
  return { address: addressOf('Webhooks', key), resource: 'Webhooks', key: key['name'] ?? '', title: key['url'] ?? '' }
}

function frameOf(
  key: Fields,
  source: SourcePlace | null,
): Pick<RecordChange, 'address' | 'resource' | 'root' | 'key' | 'source'> & { kind: 'record' } {
  const root = webhookRoot(key)
  return { kind: 'record', address: root.address, resource: 'Webhooks', root, key, source }
}
