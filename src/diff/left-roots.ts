import { addressOf } from '../records/address.ts'
import { invariant } from '../errors.ts'
import type { ManageSettings, PruneWay } from '../records/manage-settings.ts'
import { isHidden, keyOf, titleOf } from '../records/named-fields.ts'
import { identifyingFields } from '../records/row-identity.ts'
import type { Capabilities } from '../resources/capabilities.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import { isRootName, resourceOf, type ResourceName } from '../resources/registry.ts'
import { isOn } from '../resources/scalar.ts'
import type { ChangeRoot, FieldChange, RecordChange, RootedChange } from './change.ts'
import { type Moves, type MoveTarget, slugGivenUp } from './moves.ts'
import { type LeftRoot, likeness } from './other-roots.ts'
import { removedRoot } from './removed-root.ts'

/** What a plan does to records that were applied and have left the catalogue. */
export interface LeftRoots {
  readonly changes: readonly RootedChange[]
  /** Those that stay in the store as they are. */
  readonly stay: readonly ChangeRoot[]
  /** Records of somebody else under the key of one that was applied. */
  readonly strangers: readonly RecordTree[]
}

/** How records are removed that have left the catalogue. */
export interface LeftContext {
  readonly prune: ManageSettings['prune']
  readonly capabilities: Capabilities
  readonly moves: Moves
  /** Reads root records with all their rows. */
  readonly readWhole: (resource: ResourceName, keys: readonly string[]) => Promise<readonly RecordTree[]>
}

/**
 * Hides, removes or keeps the records that have left the catalogue, as `prune` sets for their section; those that have another key now are
 * hidden, and give up their slug. Those that an apply has hidden need nothing.
 */
export async function leftRoots(left: readonly LeftRoot[], context: LeftContext): Promise<LeftRoots> {
  const { prune, capabilities, moves } = context
  const changes: RootedChange[] = []
  const stay: ChangeRoot[] = []
  const removed: LeftRoot[] = []
  const { ours, strangers } = await recognised(left, context)
  for (const each of ours) {
    const target = moves.targetOf(each.live)
    const way = target ? movedWay(each) : wayOf(each, prune)
    if (target && way === 'hide') changes.push(...movedRoot(each, target, capabilities))
    else if (way === 'keep') stay.push(rootOf(each))
    else if (way === 'delete') removed.push(each)
    else changes.push(...hiddenRoot(each, rootOf(each), capabilities))
  }
  return { changes: [...changes, ...(await removedRoots(removed, context))], stay, strangers }
}

/** Reads records of which too little was read to recognise them: only their resource is read where the catalogue has no record of it. */
async function recognised(
  left: readonly LeftRoot[],
  context: LeftContext,
): Promise<{ readonly ours: readonly LeftRoot[]; readonly strangers: readonly RecordTree[] }> {
  const unsure = left.filter(({ isOurs }) => isOurs === 'unsure')
  const whole = await treesOf(unsure, context)
  const isStranger = ({ live, base }: LeftRoot): boolean =>
    likeness(whole.get(addressOf(live.resource, live.fields)) ?? live, base) === 'no'
  const strangers = new Set(unsure.filter(isStranger))
  return { ours: left.filter((each) => !strangers.has(each)), strangers: [...strangers].map(({ live }) => live) }
}

async function treesOf(left: readonly LeftRoot[], { readWhole }: LeftContext): Promise<ReadonlyMap<string, RecordTree>> {
  const byResource = Map.groupBy(left, ({ live }) => live.resource)
  const trees = await Promise.all(
    [...byResource].map(([resource, some]) =>
      readWhole(
        resource,
        some.map(({ live }) => keyOf(live)),
      ),
    ),
  )
  return new Map(trees.flat().map((tree) => [addressOf(tree.resource, tree.fields), tree]))
}

async function removedRoots(left: readonly LeftRoot[], context: LeftContext): Promise<RootedChange[]> {
  const trees = await treesOf(left, context)
  return left.flatMap((each) => {
    const root = rootOf(each)
    const tree = trees.get(root.address)
    return tree ? removedRoot({ root, tree, base: each.base }, context.capabilities) : []
  })
}

/** `null`: an apply has retired or hidden it, and it is still hidden. */
function wayOf({ live, base }: LeftRoot, prune: ManageSettings['prune']): PruneWay | null {
  const { authored, hiddenBy } = resourceOf(live.resource)
  const way = authored && 'section' in authored ? prune[authored.section] : 'keep'
  const isRetired = hiddenBy !== undefined && isOn(base.record.fields[hiddenBy]) && isHidden(live)
  return isRetired && way !== 'delete' ? null : way
}

function rootOf({ live }: LeftRoot): ChangeRoot {
  const { resource, fields } = live
  invariant(isRootName(resource), `${resource} is not a root resource`)
  const key = keyOf(live)
  return { address: addressOf(resource, fields), resource, key, title: titleOf(live) ?? key, ...(isHidden(live) && { isHidden: true }) }
}

/** A record that has moved is hidden whatever the value of `prune`; one without a flag that hides it stays. */
function movedWay({ live }: LeftRoot): 'hide' | 'keep' {
  return resourceOf(live.resource).hiddenBy === undefined ? 'keep' : 'hide'
}

function movedRoot(left: LeftRoot, target: MoveTarget, capabilities: Capabilities): RecordChange[] {
  const root = rootOf(left)
  const slug = slugGivenUp(left, target)
  const { slugField = '' } = resourceOf(left.live.resource)
  const fields = [
    ...hidingFields(left),
    ...(slug === undefined ? [] : [{ field: slugField, before: slug, after: '', base: left.base.record.fields[slugField] ?? null }]),
  ]
  return fields.length === 0 ? [] : [{ ...leavingChange(left, { root, fields }, capabilities), movedTo: target.root }]
}

function hiddenRoot(left: LeftRoot, root: ChangeRoot, capabilities: Capabilities): RecordChange[] {
  const fields = hidingFields(left)
  return fields.length === 0 ? [] : [leavingChange(left, { root, fields }, capabilities)]
}

/** The change of the flag that hides a record; empty for one that is hidden, or that has no such flag. */
function hidingFields({ live, base }: LeftRoot): FieldChange[] {
  const { hiddenBy } = resourceOf(live.resource)
  if (hiddenBy === undefined || isHidden(live)) return []
  return [{ field: hiddenBy, before: 'false', after: 'true', base: base.record.fields[hiddenBy] ?? null }]
}

function leavingChange({ live, base }: LeftRoot, own: Pick<RecordChange, 'root' | 'fields'>, capabilities: Capabilities): RecordChange {
  return {
    kind: 'record',
    action: 'update',
    address: own.root.address,
    resource: live.resource,
    ...own,
    key: identifyingFields(live.resource, live.fields, capabilities),
    origin: 'git',
    source: base.source,
    leaves: true,
  }
}
