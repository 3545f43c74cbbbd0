import type { BaseEnd } from '../apply/apply-plan.ts'
import { appliedRecord } from '../diff/applied-record.ts'
import type { RootedChange } from '../diff/change.ts'
import type { RootRef } from '../plan/operation.ts'
import type { Plan } from '../plan/plan.ts'
import { selectedRoots } from './limit-plan.ts'
import { addressOf } from '../records/address.ts'
import type { ResolveWebhook } from '../records/webhook-address.ts'
import type { BaseRecords } from '../records/base-record.ts'
import type { DesiredRecord, DesiredSources } from '../records/desired.ts'
import { keyOf } from '../records/named-fields.ts'
import { type RecordSource, recordSource } from '../records/record-source.ts'
import { isRootName, resourceOf } from '../resources/registry.ts'
import type { SourcePlace, SourceSpan } from '../source/source.ts'
import type { AppliedRoot } from '../state/state.ts'
import { type AppliedWebhooks, appliedWebhooks } from './applied-webhooks.ts'
import { resolveAsWritten } from './webhook-addresses.ts'

/** What an apply needs to know to record what was applied. */
export interface AppliedInput {
  readonly plan: Plan
  readonly desired: DesiredSources
  readonly base: BaseRecords
  readonly locate: (span: SourceSpan) => SourcePlace
  /** The addresses of webhooks; default: as they are written. */
  readonly resolveWebhook?: ResolveWebhook
}

/** The base of root records after an apply. */
export interface AppliedBase {
  /** For a root record whose changes are all made; `null` where the catalogue does not say what was applied, and for files. */
  of(root: RootRef): Promise<BaseEnd | null>
  /** For root records that the plan does not change. */
  unchanged(): AsyncGenerator<AppliedRoot, void>
}

/** What the base of each root record is after the apply of a plan. */
export function appliedBase({ plan, desired, base, locate, resolveWebhook }: AppliedInput): AppliedBase {
  const { capabilities } = plan.madeFrom
  const rooted = plan.changes.filter((change) => change.kind !== 'file')
  const left = Map.groupBy([...rooted.filter(({ action }) => action === 'cannot'), ...plan.untouched.drift], ({ root }) => root.address)
  const leaving = new Map(rooted.filter(leaves).map((change) => [change.address, change]))
  const changed = new Set(rooted.filter(({ action }) => action !== 'cannot').map(({ root }) => root.address))
  const isSelected = plan.selection ? selectedRoots(plan.selection, desired) : () => true
  const { Webhooks: webhookRecords = [], ...keyed } = desired.roots
  const sources = new Map(Object.entries(keyed).map(([name, records]) => [name, recordSource(records)]))
  let opened: Promise<AppliedWebhooks> | undefined
  const webhooks = (): Promise<AppliedWebhooks> =>
    (opened ??= appliedWebhooks({
      plan,
      records: [...webhookRecords],
      base,
      locate,
      resolve: resolveWebhook ?? resolveAsWritten,
      isSelected,
    }))

  async function appliedRoot(record: DesiredRecord): Promise<AppliedRoot> {
    const { resource } = record
    const key = keyOf(record)
    const open = left.get(addressOf(resource, record.fields)) ?? []
    const before = open.length === 0 ? undefined : await base.get(resource, key)
    const applied = appliedRecord({ desired: record, before: before?.record, left: open, capabilities })
    return { resource, key, base: { record: applied, source: locate(record.source) } }
  }

  return {
    async of({ resource, key, address: root }) {
      if (resource === null || !isRootName(resource)) return null
      if (resource === 'Webhooks') return (await webhooks()).of(root)
      const record = sources.get(resource)?.get(key)
      if (record) return { applied: await appliedRoot(record) }
      const address = addressOf(resource, { [resourceOf(resource).key ?? '']: key })
      const change = leaving.get(address)
      if (change?.action === 'remove') return { forgotten: { resource, key } }
      const before = change && (await base.get(resource, key))
      const { hiddenBy } = resourceOf(resource)
      if (!before || hiddenBy === undefined) return null
      const hidden = { ...before.record, fields: { ...before.record.fields, [hiddenBy]: 'true' } }
      return { applied: { resource, key, base: { ...before, record: hidden } } }
    },
    async *unchanged() {
      for (const records of sources.values()) yield* unchangedOf(records)
      yield* (await webhooks()).unchanged
    },
  }

  async function* unchangedOf(records: RecordSource<DesiredRecord>): AsyncGenerator<AppliedRoot, void> {
    for (const record of records) if (isUnchanged(record)) yield await appliedRoot(record)
  }

  function isUnchanged(record: DesiredRecord): boolean {
    const address = addressOf(record.resource, record.fields)
    return isSelected(address) && !changed.has(address) && !isKeptAway(address, left.get(address) ?? [])
  }
}

/** True for a record that is not in the store: its creation cannot be made, or is left. */
function isKeptAway(address: string, left: readonly RootedChange[]): boolean {
  return left.some((change) => change.address === address && change.fields.every(({ before }) => before === null))
}

function leaves(change: RootedChange): boolean {
  return change.kind === 'record' && change.leaves === true
}
