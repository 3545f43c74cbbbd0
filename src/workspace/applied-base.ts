import type { BaseEnd } from '../apply/apply-input.ts'
import { appliedRecord } from '../diff/applied-record.ts'
import type { RootedChange } from '../diff/change.ts'
import { packedRootsOf, unpackedChanges } from '../diff/packed-changes.ts'
import { withStored } from '../diff/stored-values.ts'
import type { RootRef } from '../plan/operation.ts'
import type { Plan } from '../plan/plan.ts'
import { selectedRoots } from './limit-plan.ts'
import { addressOf, fileAddress } from '../records/address.ts'
import type { ResolveWebhook } from '../records/webhook-address.ts'
import { baseDigest } from '../records/base-digest.ts'
import type { BaseRow } from '../records/base-record.ts'
import type { DesiredRecord, DesiredSources, RootName, WantedFile } from '../records/desired.ts'
import { keyOf } from '../records/named-fields.ts'
import { type RecordSource, recordSource, recordSources } from '../records/record-source.ts'
import { isRootName, plannedRoots, resourceOf } from '../resources/registry.ts'
import type { Rewrite } from '../records/rewrite.ts'
import type { SourcePlace, SourceSpan } from '../source/source.ts'
import type { AppliedRoot, RootKey } from '../state/base-write.ts'
import { type AppliedWebhooks, appliedWebhooks } from './applied-webhooks.ts'
import { resolveAsWritten } from './webhook-addresses.ts'
import type { StateBase } from './state-base.ts'

/** What an apply needs to know to record what was applied. */
export interface AppliedInput {
  readonly plan: Plan
  readonly desired: DesiredSources
  readonly base: StateBase
  readonly locate: (span: SourceSpan) => SourcePlace
  /** The addresses of webhooks; default: as they are written. */
  readonly resolveWebhook?: ResolveWebhook
}

/** The base of root records after an apply. */
export interface AppliedBase {
  /**
   * For a root record whose changes are all made, and of which the store has changed these values; `null` where the catalogue does not say
   * what was applied, and for files.
   */
  readonly of: (root: RootRef, rewritten: readonly Rewrite[]) => Promise<BaseEnd | null>
  /** For root records that the plan does not change, where their base is another one. */
  unchanged(): AsyncGenerator<AppliedRoot, void>
  /** The files of the catalogue that the plan is about. */
  readonly files: readonly Pick<WantedFile, 'path' | 'sha256'>[]
}

/** What the base of each root record is after the apply of a plan. */
export function appliedBase({ plan, desired, base, locate, resolveWebhook: resolve = resolveAsWritten }: AppliedInput): AppliedBase {
  const { capabilities } = plan.madeFrom
  const rooted = unpackedChanges(plan.changes).filter((change) => change.kind !== 'file')
  const kept = plan.untouched.drift.filter((change) => change.kind !== 'file')
  const left = Map.groupBy([...rooted.filter(({ action }) => action === 'cannot'), ...kept], ({ root }) => root.address)
  const leaving = new Map(rooted.filter(leaves).map((change) => [change.address, change]))
  const made = [...packedRootsOf(plan.changes), ...rooted.filter(({ action }) => action !== 'cannot')]
  const changed = new Set(made.map(({ root }) => root.address))
  const isSelected = plan.selection ? selectedRoots(plan.selection, desired) : () => true
  const { Webhooks: webhookRecords = [], ...keyed } = desired.roots
  const sources = recordSources(keyed)
  let opened: Promise<AppliedWebhooks> | undefined
  const webhooks = (): Promise<AppliedWebhooks> =>
    (opened ??= appliedWebhooks({ plan, records: [...webhookRecords], base, locate, resolve, isSelected }))

  const isUnchanged = (address: string): boolean =>
    isSelected(address) && !changed.has(address) && !isKeptAway(address, left.get(address) ?? [])

  async function appliedRoot(record: DesiredRecord, rewritten: readonly Rewrite[]): Promise<AppliedRoot> {
    const [resource, key, own] = [record.resource, keyOf(record), leftOf(record)]
    const isNeeded = own.length > 0 || base.mayBeRewritten(resource, key)
    const before = isNeeded ? (await base.get(resource, key))?.record : undefined
    const applied = appliedRecord({ desired: record, before, left: own, capabilities })
    return rootOf(record, withStored(applied, { before, rewritten, capabilities }))
  }

  const leftOf = ({ resource, fields }: DesiredRecord): readonly RootedChange[] => left.get(addressOf(resource, fields)) ?? []

  /** The content is that of a record of which nothing is left. */
  function rootOf(record: DesiredRecord, applied: BaseRow): AppliedRoot {
    const { resource } = record
    const key = keyOf(record)
    const content = leftOf(record).length > 0 ? undefined : sources.get(resource)?.content?.(key)
    return { resource, key, base: { record: applied, source: locate(record.source) }, content }
  }

  /** The root of a record that the plan does not change. Most have what the catalogue declares: what was last applied is not read for them. */
  async function unchangedRoot(record: DesiredRecord): Promise<AppliedRoot> {
    const declared = appliedRecord({ desired: record, before: undefined, left: [], capabilities })
    const isDeclared = leftOf(record).length === 0 && (await hasDigest(base, declared))
    return isDeclared ? rootOf(record, declared) : appliedRoot(record, [])
  }

  return {
    async of({ resource, key, address: root }, rewritten) {
      if (resource === null || !isRootName(resource)) return null
      if (resource === 'Webhooks') return (await webhooks()).of(root)
      const record = sources.get(resource)?.get(key)
      if (record) return { applied: await appliedRoot(record, rewritten) }
      const change = leaving.get(rootAddress({ resource, key }))
      return change ? leftEnd({ resource, key }, change, base) : null
    },
    async *unchanged() {
      for (const resource of plannedRoots) yield* unchangedOf(resource, { sources, base, isUnchanged, rootOf: unchangedRoot })
      yield* (await webhooks()).unchanged
    },
    files: desired.files.filter(({ path }) => isSelected(fileAddress(path))),
  }
}

interface Unchanged extends Pick<AppliedInput, 'base'> {
  readonly sources: ReadonlyMap<string, RecordSource<DesiredRecord>>
  readonly isUnchanged: (address: string) => boolean
  readonly rootOf: (record: DesiredRecord) => Promise<AppliedRoot>
}

/** The unchanged records of a resource whose base is another one, or is not known to be that of their content. */
async function* unchangedOf(resource: RootName, { sources, base, isUnchanged, rootOf }: Unchanged): AsyncGenerator<AppliedRoot, void> {
  const records = sources.get(resource) ?? recordSource<DesiredRecord>([])
  for (const key of records.keys()) {
    const content = records.content?.(key)
    // What is left of such a record does not matter: its base has the same values in it.
    if (content !== undefined && base.contentOf(resource, key) === content) continue
    const record = isUnchanged(rootAddress({ resource, key })) ? records.get(key) : undefined
    if (!record) continue
    const root = await rootOf(record)
    if (root.content !== undefined || !(await hasDigest(base, root.base.record))) yield root
  }
}

function rootAddress({ resource, key }: RootKey): string {
  return addressOf(resource, { [resourceOf(resource).key ?? '']: key })
}

/** True where the base of a record is this one. A digest is only calculated where there is a base. */
async function hasDigest(base: StateBase, record: BaseRow): Promise<boolean> {
  const digest = await base.digestOf(record.resource, keyOf(record))
  return digest !== undefined && digest === baseDigest(record)
}

/** The base of a record that has left the catalogue: removed, or hidden and, where it has moved, without its slug; `null` where it had none. */
async function leftEnd(root: RootKey, change: RootedChange, base: StateBase): Promise<BaseEnd | null> {
  if (change.action === 'remove') return { forgotten: root }
  const before = await base.get(root.resource, root.key)
  const { hiddenBy } = resourceOf(root.resource)
  if (!before || hiddenBy === undefined) return null
  const { fields } = before.record
  const given = change.fields.filter(({ field }) => fields[field] !== undefined)
  const written = Object.fromEntries(given.map(({ field, after }) => [field, after ?? '']))
  const hidden = { ...before.record, fields: { ...fields, ...written, [hiddenBy]: 'true' } }
  return { applied: { ...root, base: { ...before, record: hidden } } }
}

/** True for a record that is not in the store: its creation cannot be made, or is left. */
function isKeptAway(address: string, left: readonly RootedChange[]): boolean {
  return left.some((change) => change.address === address && change.fields.every(({ before }) => before === null))
}

function leaves(change: RootedChange): boolean {
  return change.kind === 'record' && change.leaves === true
}
