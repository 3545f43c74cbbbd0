import { addressOf } from '../records/address.ts'
import { isHidden, titleOf } from '../records/named-fields.ts'
import { isRootName, resourceOf } from '../resources/registry.ts'
import { invariant } from '../errors.ts'
import type { RootedChange } from './change.ts'
import type { Pair } from './compare-fields.ts'
import type { DiffContext } from './diff-context.ts'
import { withPaidMoves } from './paid-moves.ts'
import { preparePair } from './prepare-pair.ts'
import { recordChanges } from './record-changes.ts'

/** True where the store hides a record and the catalogue declares that it is shown. */
function isUnconfirmed({ desired, live }: Pair): boolean {
  const { hiddenBy } = resourceOf(desired.resource)
  return hiddenBy !== undefined && desired.fields[hiddenBy] !== undefined && !isHidden(desired) && live !== undefined && isHidden(live)
}

/**
 * All differences of one root record and what belongs to it between catalogue and store, in a fixed order. Only what the
 * catalogue manages is compared; an equal record has none.
 */
export function diffRoot(pair: Pair, context: DiffContext): readonly RootedChange[] {
  const { desired, live } = pair
  const { resource } = desired
  invariant(isRootName(resource), `${resource} is not a root resource`)
  const { natural } = resourceOf(resource)
  const key = natural.map((name) => desired.fields[name] ?? '').join(' ')
  const prepared = preparePair(pair, { capabilities: context.capabilities, isUnconfirmed: isUnconfirmed(pair) })
  const changes = recordChanges(prepared, {
    root: {
      address: addressOf(resource, desired.fields),
      resource,
      key,
      title: titleOf(desired) ?? (live && titleOf(live)) ?? key,
      ...(live && isHidden(live) && { isHidden: true }),
    },
    shown: live !== undefined && !isHidden(live),
    context,
  })
  return live ? withPaidMoves(changes, live) : changes
}
