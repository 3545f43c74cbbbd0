import type { Change, RootedChange } from '../diff/change.ts'
import { type ChangeRun, isPackedRoot, listOfRuns, openChangeRuns } from '../diff/packed-changes.ts'
import { openRootPacking, type PackedRoot, unpackRoot } from '../diff/packed-root.ts'
import { addressOf } from '../records/address.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import { onFirstUse } from '../source/on-first-use.ts'
import { changesByRoot, type RootChanges } from './changes-by-root.ts'
import { createdForms } from './created-root-drafts.ts'
import type { PlanKeeping } from './plan-keeping.ts'
import { addressesOfEntries, derivedRecords } from './post-drafts.ts'
import type { Step } from './step.ts'

type PostStep = Extract<Step, { readonly kind: 'post' }>

/**
 * Keeps all of a plan, with the changes of created roots packed. The records of the steps that create them, and the addresses in these steps, are
 * compared with what is made of the changes; where they are the same, they are made whenever they are read. A root that no such step
 * creates is not packed, nor one that has changes in another place of the list.
 */
export function keepPacked(): PlanKeeping<Step> {
  const runs = openChangeRuns<Change>(openRootPacking())
  let group: RootedChange[] = []
  const steps: Step[] = []
  const endGroup = (): void => {
    runs.addNew(group)
    group = []
  }
  const packing = onFirstUse(() => {
    endGroup()
    return openStepPacking(runs.end())
  })
  return {
    addChange(change) {
      if (change.kind === 'file' || change.root !== group[0]?.root) endGroup()
      if (change.kind === 'file') runs.add([change])
      else group.push(change)
    },
    addStep: (step) => steps.push(packing().stepOf(step)),
    end: () => ({ changes: packing().changes(), steps }),
  }
}

interface StepPacking {
  readonly stepOf: (step: Step) => Step
  /** All changes; those of a root are packed where the record of a step is made of them. */
  readonly changes: () => readonly Change[]
}

function openStepPacking(runs: readonly ChangeRun<Change>[]): StepPacking {
  const roots = new Map(changesByRoot(listOfRuns(onlyOnce(runs))).map((each) => [each.root.address, each]))
  const created = new Set<PackedRoot>()
  const addresses = new Map<string, readonly string[]>()

  function post(step: PostStep): Step {
    const own = step.records.flatMap(({ resource, fields }) => roots.get(addressOf(resource, fields)) ?? [])
    const packed = own.flatMap((each) => each.packed ?? [])
    const changes = addressesOfEntries(packed.map((each) => ({ packed: each, changes: [] })))
    if (own.length < step.records.length || !areSame(changes, step.changes)) return step
    const makers = own.flatMap((each, at) => makerOf(step.records[at], each) ?? [])
    if (makers.length < own.length) return step
    for (const each of packed) created.add(each)
    addresses.set(step.id, changes)
    return { ...step, changes, records: derivedRecords(makers) }
  }

  return {
    stepOf(step) {
      if (step.kind === 'post') return roots.size === 0 ? step : post(step)
      const [only = '', ...others] = step.kind === 'verify' ? step.of : []
      const changes = others.length === 0 ? addresses.get(only) : undefined
      return changes && areSame(changes, step.changes) ? { ...step, changes } : step
    },
    changes: () => listOfRuns(runs.map((run) => (isPackedRoot(run) && !created.has(run) ? unpackRoot(run) : run))),
  }
}

/** The packed roots whose changes are all in one place. */
function onlyOnce(runs: readonly ChangeRun<Change>[]): readonly PackedRoot[] {
  const packed = runs.filter(isPackedRoot)
  const others = new Set<string>()
  for (const run of runs) {
    if (isPackedRoot(run)) continue
    for (const change of run) if (change.kind !== 'file') others.add(change.root.address)
  }
  const counts = new Map<string, number>()
  for (const { root } of packed) counts.set(root.address, (counts.get(root.address) ?? 0) + 1)
  return packed.filter(({ root }) => !others.has(root.address) && counts.get(root.address) === 1)
}

/** Makes the record of a created root; `null` where its changes make another one. */
function makerOf(record: RecordTree | undefined, root: RootChanges): (() => RecordTree) | null {
  const text = JSON.stringify(record)
  return createdForms(root).find((make) => JSON.stringify(make()) === text) ?? null
}

function areSame(made: readonly string[], read: readonly string[]): boolean {
  return made.length === read.length && read.every((text, at) => text === made[at])
}
