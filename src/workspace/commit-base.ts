import { managedOf } from '../diff/applied-record.ts'
import { keyOfOwn, rowOfOwn } from '../diff/own-webhook.ts'
import { findCommit, unknownCommit } from '../git/commit-tree.ts'
import { type BaseRecord, type BaseRecords, emptyBase } from '../records/base-record.ts'
import type { DesiredRecord } from '../records/desired.ts'
import { recordSources } from '../records/record-source.ts'
import { isSecret } from '../records/webhook-address.ts'
import type { ResourceName } from '../resources/registry.ts'
import { type CommitCatalogue, type CommitInput, openCommitCatalogue } from './commit-catalogue.ts'
import type { GivenBase } from './plan-live.ts'

/** A base from a commit. It can be read until the disposal. */
export interface CommitBase extends GivenBase, AsyncDisposable {
  /** False for a ref of the CI workflow that no apply has written yet. */
  readonly exists: boolean
}

/** The refs that the workflow of `init` moves after each apply that has made the store match. */
const appliedRefs = 'refs/planogram/'

/**
 * What was applied to the store, as the catalogue of a commit: with the config of today and the overlay of that commit (docs/base.md). A
 * ref below `refs/planogram/` that does not exist gives an empty base: nothing was applied from CI yet. Throws `git-failed` and
 * `catalogue-invalid`.
 */
export async function openCommitBase(input: CommitInput, ref: string): Promise<CommitBase> {
  const found = await findCommit(input.place, ref)
  if (!found) {
    if (!ref.startsWith(appliedRefs)) throw await unknownCommit(input.place, ref)
    return { records: emptyBase, from: 'unknown', exists: false, [Symbol.asyncDispose]: () => Promise.resolve() }
  }
  const opened = await openCommitCatalogue(input, found)
  return {
    records: baseRecords(opened),
    files: [...opened.desired.files],
    from: opened.commit,
    exists: true,
    [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose](),
  }
}

function baseRecords({ desired, locate }: CommitCatalogue): BaseRecords {
  const { Webhooks: webhooks = [], ...keyed } = desired.roots
  const roots = recordSources(keyed)
  const own = ownWebhooks([...webhooks], locate)
  const known = new Map<string, ReadonlySet<string>>([...roots].map(([name, records]) => [name, new Set(records.keys())]))
  known.set('Webhooks', new Set(own.keys()))
  const keysOf = (resource: ResourceName): ReadonlySet<string> => known.get(resource) ?? new Set()
  return {
    keys: keysOf,
    has: (resource, key) => keysOf(resource).has(key),
    get: (resource, key) => {
      if (resource === 'Webhooks') return Promise.resolve(own.get(key))
      const record = roots.get(resource)?.get(key)
      return Promise.resolve(record && { record: managedOf(record), source: locate(record.source) })
    },
  }
}

/** The webhooks whose url says all of their address; what a variable was at that time is not in the commit. */
function ownWebhooks(webhooks: readonly DesiredRecord[], locate: CommitCatalogue['locate']): ReadonlyMap<string, BaseRecord> {
  return new Map(
    webhooks.flatMap(({ fields: { name = '', url = '' }, source }) => {
      if (isSecret(url)) return []
      const webhook = { name, url, digest: null }
      return [[keyOfOwn(webhook), { record: rowOfOwn(webhook), source: locate(source) }] as const]
    }),
  )
}
