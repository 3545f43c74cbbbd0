import { hash } from 'node:crypto'
import type { FileDiff, GridChange, RootedChange } from '../diff/change.ts'
import { addressOf, fileAddress } from '../records/address.ts'
import { skuOf } from '../records/named-fields.ts'
import { resourceOf } from '../resources/registry.ts'
import { type Action, type FileAction, isFileAction, type LaneParts, type Operation, type RootRef } from './operation.ts'
import type { Plan } from './plan.ts'
import { bodyIdempotency } from './idempotency.ts'
import { type MoveSides, moveSides } from './move-sides.ts'
import type { Step } from './step.ts'
import type { Capabilities } from '../resources/capabilities.ts'

/** The operations of a plan by root record and by step. It refers to the values of the plan and copies none. */
export interface OperationIndex {
  readonly capabilities: Capabilities
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
  const places = placesOf(changes.filter((change) => change.kind !== 'file').filter(({ action }) => action !== 'cannot'))
  const roots = new Map<string, { root: RootRef; changes: RootedChange[]; actions: { step: Step; action: Action }[] }>()
  const partsOf = (root: RootRef): { changes: RootedChange[]; actions: { step: Step; action: Action }[] } => {
    const known = roots.get(root.address)
    if (known) return known
    const parts = { root, changes: [...(places.byRoot.get(root.address) ?? [])], actions: [] }
    roots.set(root.address, parts)
    return parts
  }
  const rootsOfStep = new Map<string, readonly string[]>()
  const needs = new Map<string, readonly string[]>()
  const lastWriter = new Map<string, string>()
  for (const step of steps) {
    const touched = new Set<string>()
    const earlier = new Set(step.needs)
    for (const action of actionsOf(step)) {
      const root = rootOf(action, places)
      touched.add(root.address)
      partsOf(root).actions.push({ step, action })
      const address = addressOfAction(action)
      const writer = lastWriter.get(address)
      if (writer !== undefined && writer !== step.id) earlier.add(writer)
      lastWriter.set(address, step.id)
    }
    const readBack = step.kind === 'verify' ? step.of.flatMap((id) => rootsOfStep.get(id) ?? []) : []
    for (const root of readBack) touched.add(root)
    rootsOfStep.set(step.id, [...touched])
    needs.set(step.id, [...earlier])
  }
  const files = new Map(changes.flatMap((change) => (change.kind === 'file' ? [[change.file.path, change.file]] : [])))
  const moves = moveSides(changes)
  return { capabilities: madeFrom.capabilities, roots, steps: rootsOfStep, needs, moves, partners: partnersOf(moves), files }
}

function partnersOf(moves: MoveSides): ReadonlyMap<string, readonly string[]> {
  const both = [...moves.values()].flatMap(([old, taker]) => [[old, taker] as const, [taker, old] as const])
  return new Map([...Map.groupBy(both, ([root]) => root)].map(([root, own]) => [root, own.map(([, other]) => other)]))
}

/** The actions of one step, in its order; a verify has none. */
function actionsOf(step: Step): readonly Action[] {
  switch (step.kind) {
    case 'post': {
      if (step.records[0]?.resource !== 'PricingAdvanced') return step.records.map((record) => ({ kind: 'write', record }))
      const bySku = Map.groupBy(step.records, ({ fields }) => fields['sku'] ?? '')
      return [...bySku].map(([sku, rows]) => ({ kind: 'write-prices', sku, rows }))
    }
    case 'delete-prices':
      return step.skus.map((sku) => ({ kind: 'delete-prices', sku }))
    case 'delete-entry':
      return [{ kind: 'delete-entry', sku: step.sku, uid: step.uid }]
    case 'delete-row':
      return [{ kind: 'delete-row', resource: step.resource, where: step.where }]
    case 'put-file':
      return [{ kind: 'put-file', path: step.path, from: step.from, size: step.size, sha256: step.sha256 }]
    case 'delete-file':
      return [{ kind: 'delete-file', path: step.path, size: step.size, sha256: step.sha256 }]
    case 'verify':
    case 'barrier':
      return []
    default:
      return step satisfies never
  }
}

interface Places {
  readonly byAddress: ReadonlyMap<string, RootedChange>
  readonly grids: ReadonlyMap<string, GridChange>
  readonly byRoot: ReadonlyMap<string, readonly RootedChange[]>
}

function placesOf(changes: readonly RootedChange[]): Places {
  return {
    byAddress: new Map(changes.map((change) => [change.address, change])),
    grids: new Map(changes.flatMap((change) => (change.kind === 'grid' ? [[change.sku, change]] : []))),
    byRoot: Map.groupBy(changes, ({ root }) => root.address),
  }
}

function rootOf(action: Action, { byAddress, grids }: Places): RootRef {
  if (isFileAction(action)) return { address: fileAddress(action.path), resource: null, key: action.path }
  const { resource, fields } = rowOf(action)
  const address = addressOf(resource, fields)
  const change = (resource === 'PricingAdvanced' ? undefined : byAddress.get(address)) ?? grids.get(skuOf({ resource, fields }))
  if (change) return { address: change.root.address, resource: change.root.resource, key: change.root.key }
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

/** The operation that an action of a step is. */
export function operationOf(root: RootRef, { step, action }: LaneParts['actions'][number], capabilities: Capabilities): Operation {
  const address = addressOfAction(action)
  const digest = hash('sha256', JSON.stringify([root.address, step.stage, address, action]))
  return { id: digest.slice(0, 16), step: step.id, root, address, idempotency: idempotencyOf(action, capabilities), action }
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
