import { hash } from 'node:crypto'
import type { Change, ChangeRoot, FileDiff, GridChange, RootedChange } from '../diff/change.ts'
import { packedRootsOf, unpackedChanges } from '../diff/packed-changes.ts'
import { type PackedRoot, unpackRoot } from '../diff/packed-root.ts'
import { addressOf, fileAddress } from '../records/address.ts'
import { skuOf } from '../records/named-fields.ts'
import { resourceOf } from '../resources/registry.ts'
import {
  type Action,
  type FileAction,
  isFileAction,
  type LaneParts,
  type Operation,
  type OperationPlace,
  type RootRef,
} from './operation.ts'
import { onFirstUse } from '../source/on-first-use.ts'
import type { Plan } from './plan.ts'
import { bodyIdempotency } from './idempotency.ts'
import { type MoveSides, moveSides } from './move-sides.ts'
import { actionsOf } from './step-actions.ts'
import type { Step } from './step.ts'
import type { CertificateLine } from '../records/certificate.ts'
import type { Capabilities } from '../resources/capabilities.ts'

/** The operations of a plan by root record and by step. It refers to steps and places in them, and holds no record. */
export interface OperationIndex {
  readonly capabilities: Capabilities
  /** The rows that the store had when the plan was made. */
  readonly certificate: readonly CertificateLine[]
  /** By address of the root, or of the file. */
  readonly roots: ReadonlyMap<string, LaneParts>
  /** The addresses of the roots that a step writes to, in its order; for a verify, of the steps that it reads back. */
  readonly steps: ReadonlyMap<string, readonly string[]>
  /** The steps that must end before a step starts: those that it needs, and earlier ones that write the same record. */
  readonly needs: ReadonlyMap<string, readonly string[]>
  readonly moves: MoveSides
  /** The other sides of moves, by address of the root: neither is written without the other. */
  readonly partners: ReadonlyMap<string, readonly string[]>
  /** The changes of files by path. */
  readonly files: ReadonlyMap<string, FileDiff>
}

/** Indexes a plan: each change, step and record is visited once. */
export function indexOperations({ changes, steps, madeFrom }: Plan): OperationIndex {
  const places = placesOf(changes)
  const unpacked = unpackedChanges(changes)
  const roots = new Map<string, LaneParts & { actions: readonly OperationPlace[] }>()
  const addAction = (root: RootRef, place: OperationPlace): void => {
    const known = roots.get(root.address)
    // A list that grows in place has room for 16 more actions.
    if (known) known.actions = [...known.actions, place]
    else roots.set(root.address, partsOf(root, places, place))
  }
  const rootsOfStep = new Map<string, readonly string[]>()
  const needs = new Map<string, readonly string[]>()
  const lastWriter = new Map<string, string>()
  for (const step of steps) {
    const touched = new Set<string>()
    const earlier = new Set(step.needs)
    for (const [place, action] of actionsOf(step)) {
      const root = rootOf(action, places)
      const address = isFileAction(action) ? root.address : addressOfAction(action)
      touched.add(root.address)
      addAction(root, {
        step: place.step,
        at: place.at,
        id: idOf({ root, step, address, action }),
        address: address === root.address ? root.address : address,
        idempotency: idempotencyOf(action, madeFrom.capabilities),
        items: action.kind === 'write-prices' ? action.rows.length : 1,
      })
      const writer = lastWriter.get(address)
      if (writer !== undefined && writer !== step.id) earlier.add(writer)
      lastWriter.set(address, step.id)
    }
    const readBack = step.kind === 'verify' ? step.of.flatMap((id) => rootsOfStep.get(id) ?? []) : []
    for (const root of readBack) touched.add(root)
    rootsOfStep.set(step.id, [...touched])
    needs.set(step.id, [...earlier])
  }
  const files = new Map(unpacked.flatMap((change) => (change.kind === 'file' ? [[change.file.path, change.file]] : [])))
  const moves = moveSides(unpacked)
  const { capabilities, certificate } = madeFrom
  return { capabilities, certificate, roots, steps: rootsOfStep, needs, moves, partners: partnersOf(moves), files }
}

function partnersOf(moves: MoveSides): ReadonlyMap<string, readonly string[]> {
  const both = [...moves.values()].flatMap(([old, taker]) => [[old, taker] as const, [taker, old] as const])
  return new Map([...Map.groupBy(both, ([root]) => root)].map(([root, own]) => [root, own.map(([, other]) => other)]))
}

interface Places {
  /** The root of the record with this address. */
  readonly rootAt: (address: string) => ChangeRoot | undefined
  readonly grids: ReadonlyMap<string, GridChange>
  readonly byRoot: ReadonlyMap<string, readonly RootedChange[]>
  readonly packed: ReadonlyMap<string, PackedRoot>
}

/** Most actions write a root record: the other changes, which are most of a large plan, are found by address only where one does not. */
function placesOf(changes: readonly Change[]): Places {
  const byRoot = new Map<string, RootedChange[]>()
  const own = new Map<string, ChangeRoot>()
  const grids = new Map<string, GridChange>()
  for (const change of unpackedChanges(changes)) {
    if (change.kind === 'file' || change.action === 'cannot') continue
    const { address } = change.root
    const known = byRoot.get(address)
    if (known) known.push(change)
    else byRoot.set(address, [change])
    if (change.address === address) own.set(address, change.root)
    if (change.kind === 'grid') grids.set(change.sku, change)
  }
  // The rows of a packed root are written in the body of its record.
  const packed = new Map(packedRootsOf(changes).map((root) => [root.root.address, root]))
  const all = onFirstUse(
    () => new Map([...byRoot.values()].flatMap((group) => group.map((change) => [change.address, change.root] as const))),
  )
  const rootAt = (address: string): ChangeRoot | undefined => own.get(address) ?? packed.get(address)?.root ?? all().get(address)
  return { rootAt, grids, byRoot, packed }
}

/** The parts of a lane with its first action. The changes of a packed root are made whenever they are read. */
function partsOf(root: RootRef, { byRoot, packed }: Places, action: OperationPlace): LaneParts {
  const own = packed.get(root.address)
  return own ? new PackedParts(root, own, action) : { root, changes: [...(byRoot.get(root.address) ?? [])], actions: [action] }
}

/** The parts of the lane of a packed root. */
class PackedParts implements LaneParts {
  readonly root: RootRef
  readonly packed: PackedRoot
  actions: readonly OperationPlace[]

  constructor(root: RootRef, packed: PackedRoot, action: OperationPlace) {
    this.root = root
    this.packed = packed
    this.actions = [action]
  }

  get changes(): LaneParts['changes'] {
    return unpackRoot(this.packed)
  }
}

function rootOf(action: Action, { rootAt, grids }: Places): RootRef {
  if (isFileAction(action)) return { address: fileAddress(action.path), resource: null, key: action.path }
  const { resource, fields } = rowOf(action)
  const address = addressOf(resource, fields)
  const root = (resource === 'PricingAdvanced' ? undefined : rootAt(address)) ?? grids.get(skuOf({ resource, fields }))?.root
  if (root) return { address: root.address, resource: root.resource, key: root.key }
  // A record that no change names is its own root.
  return { address, resource, key: fields[resourceOf(resource).natural[0] ?? ''] ?? '' }
}

function rowOf(action: Exclude<Action, FileAction>): Pick<Extract<Action, { kind: 'write' }>['record'], 'resource' | 'fields'> {
  switch (action.kind) {
    case 'write':
      return action.record
    case 'write-prices':
    case 'delete-prices':
    case 'delete-entry':
      return { resource: 'PricingAdvanced', fields: { sku: action.sku } }
    case 'delete-row':
      return { resource: action.resource, fields: action.where }
    default:
      return action satisfies never
  }
}

/** The operation at a place of a root. */
export function operationOf(root: RootRef, place: OperationPlace): Operation {
  const { step, id, address, idempotency, items } = place
  return { id, step: step.id, root, address, idempotency, items, place }
}

/** Calculated once for each operation: the action can be a record with a hundred rows. */
function idOf({
  root,
  step,
  address,
  action,
}: Pick<Operation, 'root' | 'address'> & { readonly step: Step; readonly action: Action }): string {
  return hash('sha256', JSON.stringify([root.address, step.stage, address, action]), 'buffer').toString('hex', 0, 8)
}

/** The operations of a step on these roots, default all that it writes to. Their moves are known to the lanes only. */
export function operationsOf(step: Step, { roots, steps }: OperationIndex, addresses = steps.get(step.id) ?? []): readonly Operation[] {
  return addresses
    .flatMap((address) => roots.get(address) ?? [])
    .flatMap(({ root, actions }) => actions.filter((place) => place.step.id === step.id).map((place) => operationOf(root, place)))
}

function addressOfAction(action: Action): string {
  if (isFileAction(action)) return fileAddress(action.path)
  const { resource, fields } = rowOf(action)
  return addressOf(resource, fields)
}

function idempotencyOf(action: Action, capabilities: Capabilities): Operation['idempotency'] {
  switch (action.kind) {
    case 'write':
      return bodyIdempotency([action.record], capabilities)
    case 'write-prices':
      return bodyIdempotency(action.rows, capabilities)
    case 'delete-prices':
    case 'delete-entry':
    case 'delete-row':
    case 'delete-file':
      return 'delete'
    case 'put-file':
      return 'file'
    default:
      return action satisfies never
  }
}
