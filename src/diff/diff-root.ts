import { addressOf } from '../records/address.ts'
import type { RootName } from '../records/desired.ts'
import { resourceOf, type ResourceName } from '../resources/registry.ts'
import { invariant } from '../errors.ts'
import type { Change } from './change.ts'
import type { DiffContext } from './diff-context.ts'
import { diffRecord } from './diff-record.ts'
import { isOn, type Pair } from './field-changes.ts'

const titles: Readonly<Record<RootName, string>> = { UserGroups: 'title', Cat: 'name', Product: 'title', Webhooks: 'name' }

function isRoot(resource: ResourceName): resource is RootName {
  return resource in titles
}

/**
 * Everything in which one root record and what hangs on it differs between catalogue and store, as changes in a fixed
 * order. Only what the catalogue manages is looked at; an equal record gives none.
 */
export function diffRoot(pair: Pair, context: DiffContext): readonly Change[] {
  const { desired, live } = pair
  const { resource } = desired
  invariant(isRoot(resource), `${resource} is no root resource`)
  const { key, hiddenBy } = resourceOf(resource)
  const field = titles[resource]
  return diffRecord(pair, {
    root: addressOf(resource, desired.fields),
    rootResource: resource,
    title: desired.fields[field] ?? live?.fields[field] ?? desired.fields[key ?? ''] ?? '',
    shown: live !== undefined && !(hiddenBy !== undefined && isOn(live.fields[hiddenBy])),
    context,
  })
}
