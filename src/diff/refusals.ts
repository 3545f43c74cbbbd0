import type { Capabilities } from '../resources/capabilities.ts'
import { resourceOf, type ResourceName } from '../resources/registry.ts'
import type { Fields } from '../resources/resource.ts'
import { identityFields } from '../records/identity-fields.ts'

/** Why this store shows no way to change a row of a resource, or `undefined` when it does (assumptions.md W12, W13). */
export function updateRefusal(resource: ResourceName, capabilities: Capabilities): string | undefined {
  if (resourceOf(resource).identity !== 'none') return undefined
  if (resource === 'ProductAttributes') {
    return capabilities.attributes === 'unknown'
      ? 'The platform does not show what tells attributes apart, so writing this one again could double it.'
      : undefined
  }
  return capabilities.links === 'upsert'
    ? undefined
    : 'The platform shows no key of this row, so writing it again could double it; change it in the admin tool, or set capabilities.links.'
}

/** What a DELETE by filter reads as any text (platform.md, "Query parameters on GET list and search"). */
const wildcard = '%'

/** Why this store shows no way to remove a row of a resource, or `undefined` when it does (assumptions.md W28, R11). */
export function removeRefusal(resource: ResourceName, key: Fields, capabilities: Capabilities): string | undefined {
  const { removal, key: primary } = resourceOf(resource)
  if (removal === 'never') return 'The platform shows no way to remove this record.'
  if (capabilities.deletes !== 'generic') {
    return 'The platform shows no way to remove this row; remove it in the admin tool, or set capabilities.deletes.'
  }
  const byKey = primary !== null && (key[primary] ?? '') !== ''
  const wild = byKey ? undefined : Object.values(key).find((value) => value.includes(wildcard))
  return wild === undefined
    ? undefined
    : `The store reads the % in "${wild}" as any text, and would remove other rows too; remove it in the admin tool.`
}

/** Why the price entries of a sku cannot be removed, which is done by a filter. */
export function clearRefusal(sku: string): string | undefined {
  return sku.includes(wildcard)
    ? `Its price entries have to be removed, and the store reads the % in "${sku}" as any text: it would remove those of other skus too. Remove them in the admin tool.`
    : undefined
}

/** Why a second row with the same identity cannot be created: only a store that is known to tell them apart takes it. */
export function repeatRefusal(resource: ResourceName, capabilities: Capabilities): string {
  return `The catalogue has it twice, and this store tells such rows apart by ${identityFields(resource, capabilities).join(' and ')} only.`
}

/** Why pictures and the fields that name one stay as they are (semantics.md 7). */
export const filesRefusal = 'This store has no Files API here (files_url), so pictures and the fields that name one are left alone.'
