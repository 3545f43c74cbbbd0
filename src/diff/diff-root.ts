import { addressOf } from '../records/address.ts'
import type { RootName } from '../records/desired.ts'
import { resourceOf, type ResourceName } from '../resources/registry.ts'
import { invariant } from '../errors.ts'
import type { RootedChange } from './change.ts'
import type { DiffContext } from './diff-context.ts'
import { diffRecord } from './diff-record.ts'
import { isOn, type Pair } from './field-changes.ts'

const titles: Readonly<Record<RootName, string>> = { UserGroups: 'title', Cat: 'name', Product: 'title', Webhooks: 'name' }

function isRoot(resource: ResourceName): resource is RootName {
  return resource in titles
}

/**
 * All differences of one root record and what belongs to it between catalogue and store, in a fixed order. Only what the
 * catalogue manages is compared; an equal record has none.
 */
export function diffRoot(pair: Pair, context: DiffContext): readonly RootedChange[] {
  const { desired, live } = pair
  const { resource } = desired
  invariant(isRoot(resource), `${resource} is not a root resource`)
  const { natural, hiddenBy } = resourceOf(resource)
  const key = natural.map((name) => desired.fields[name] ?? '').join(' ')
  const titleField = titles[resource]
  return diffRecord(pair, {
    root: {
      address: addressOf(resource, desired.fields),
      resource,
      key,
      title: desired.fields[titleField] ?? live?.fields[titleField] ?? key,
    },
    shown: live !== undefined && !(hiddenBy !== undefined && isOn(live.fields[hiddenBy])),
    context,
  })
}
