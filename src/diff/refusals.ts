import type { Capabilities } from '../resources/capabilities.ts'
import { resourceOf, type ResourceName } from '../resources/registry.ts'
import type { Fields } from '../resources/resource.ts'
import { identityFields } from '../records/row-identity.ts'
import type { RecordChange } from './change.ts'

/** The same change as one that cannot be made. */
export function refused(change: RecordChange, reason: string): RecordChange {
  return { ...change, action: 'cannot', reason }
}

/** Why a row of a resource cannot be updated in this store, or `undefined` where it can (assumptions.md W12, W13). */
export function updateRefusal(resource: ResourceName, capabilities: Capabilities): string | undefined {
  const { identity, upsertBy } = resourceOf(resource)
  if (identity !== 'none' || (upsertBy !== undefined && capabilities[upsertBy] !== 'unknown')) return undefined
  return upsertBy === 'attributes'
    ? 'The platform does not document how it identifies attributes, so writing this one again could duplicate it.'
    : 'The platform documents no key of this row, so writing it again could duplicate it. Change it in the admin tool, or set capabilities.links.'
}

/** What a DELETE by filter matches as any text (platform.md, "Query parameters on GET list and search"). */
const wildcard = '%'

/** Why a row of a resource cannot be removed from this store, or `undefined` where it can (assumptions.md W28, R11). */
export function removeRefusal(resource: ResourceName, key: Fields, capabilities: Capabilities): string | undefined {
  const { removal, key: primary } = resourceOf(resource)
  if (removal === 'never') return 'The platform documents no way to remove this record.'
  if (capabilities.deletes !== 'generic') {
    return 'The platform documents no way to remove this row. Remove it in the admin tool, or set capabilities.deletes.'
  }
  const byKey = primary !== null && (key[primary] ?? '') !== ''
  const wild = byKey ? undefined : Object.values(key).find((value) => value.includes(wildcard))
  return wild === undefined
    ? undefined
    : `The store matches the % in "${wild}" with any text, and would remove other rows too. Remove it in the admin tool.`
}

/** Why the price entries of a sku cannot be deleted: a filter selects them. */
export function clearRefusal(sku: string): string | undefined {
  return sku.includes(wildcard)
    ? `Its price entries must be deleted, and the store matches the % in "${sku}" with any text: it would delete those of other skus too. Delete them in the admin tool.`
    : undefined
}

/** Why a second row with the same identity cannot be created: this store does not distinguish the two. */
export function repeatRefusal(resource: ResourceName, capabilities: Capabilities): string {
  return `The catalogue declares it twice, and this store identifies such rows by ${identityFields(resource, capabilities).join(' and ')} only.`
}

/** Why pictures and the fields that name one are not written (semantics.md 7). */
export const filesRefusal = 'This store has no Files API (files_url), so pictures and the fields that name one are not written.'
