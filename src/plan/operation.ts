import type { GridChange, RecordChange } from '../diff/change.ts'
import type { PackedRoot } from '../diff/packed-root.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import type { ResourceName } from '../resources/registry.ts'
import type { Fields } from '../resources/resource.ts'
import type { Idempotency, Step } from './step.ts'

/** What one operation asks of the store. */
export type Action =
  /** One record, with the rows that are created in its body. */
  | { readonly kind: 'write'; readonly record: RecordTree }
  | { readonly kind: 'write-prices'; readonly sku: string; readonly rows: readonly RecordTree[] }
  | { readonly kind: 'delete-prices'; readonly sku: string }
  | { readonly kind: 'delete-entry'; readonly sku: string; readonly uid: string }
  | { readonly kind: 'delete-row'; readonly resource: ResourceName; readonly where: Fields }
  | Pick<Extract<Step, { kind: 'put-file' }>, 'kind' | 'path' | 'from' | 'size' | 'sha256'>
  | Pick<Extract<Step, { kind: 'delete-file' }>, 'kind' | 'path' | 'size' | 'sha256'>

/** An action on a file. */
export type FileAction = Extract<Action, { kind: 'put-file' | 'delete-file' }>

/** True for an upload, and for the deletion of a file. */
export function isFileAction(action: Action): action is FileAction {
  return action.kind === 'put-file' || action.kind === 'delete-file'
}

/** The record that some operations belong to, as it is found in the store; for an upload or the deletion of a file, the file. */
export interface RootRef {
  /** The address of the root record, or of the file. */
  readonly address: string
  /** `null` for a file. */
  readonly resource: ResourceName | null
  /** The value of the first field of the natural key, or the path of the file. */
  readonly key: string
}

/** The part of a step that succeeds or fails by itself: one record, the price entries of one sku, one row, one file. */
export interface Operation {
  /** 16 hex digits over root, stage, action, target and values: the same operation of another plan has the same id. */
  readonly id: string
  readonly step: string
  readonly root: RootRef
  /** The address of what it writes, for people. */
  readonly address: string
  readonly idempotency: Idempotency
  /** The number of records, price entries or files. */
  readonly items: number
  /** Where its action is (`actionAt`): what a request writes is not in memory before and after it. */
  readonly place: ActionPlace
}

/** What can be read back: the rows of one identity, or all price entries of one sku. */
export type Target =
  | { readonly kind: 'rows'; readonly resource: ResourceName; readonly fields: Fields }
  | { readonly kind: 'grid'; readonly sku: string }

/**
 * The rows of a target at one moment, each with the fields that are known; `null`: nothing is known. `exact`: these rows and no
 * others; `some`: one or more rows like the first; `contains`: these rows, and possibly others.
 */
export type Image = { readonly rows: readonly Fields[]; readonly mode: 'exact' | 'some' | 'contains' } | null

/** The images of one target in the order of the plan: the first is the state before it, each later one follows an operation. */
export interface Track {
  readonly target: Target
  readonly images: readonly Image[]
  /** True for rows of a removed record, and those that another product gives up: no record leads to them until they are written, so they are read by themselves. */
  readonly isLeftOver?: true
  /** True for price entries that a body re-cuts: the store writes it whole or not at all, so that a part of it is no image of this plan. */
  readonly isWhole?: true
}

/** An operation takes a target from image `to - 1` to image `to`: its pre- and postcondition. */
export interface Move {
  /** The key of the track in its lane. */
  readonly track: string
  /** The index of the track among those of its lane. */
  readonly at: number
  readonly to: number
}

/** An operation with what must be true before it and what is true after it. */
export interface LaneOperation extends Operation {
  /** Its index among the operations of its lane. */
  readonly at: number
  readonly moves: readonly Move[]
}

/** All operations of one root record in plan order, and what they do to each of its targets. */
export interface Lane {
  readonly root: RootRef
  readonly operations: readonly LaneOperation[]
  readonly tracks: ReadonlyMap<string, Track>
}

/** A step that changes the store. */
export type WritingStep = Exclude<Step, { readonly kind: 'verify' | 'barrier' }>

/** An action of a step by its place: the index of its record, of the first of its price entries, or of its sku; 0 where a step has one action. */
export interface ActionPlace {
  readonly step: WritingStep
  readonly at: number
}

/** An operation without its root, by the place of its action. */
export interface OperationPlace extends ActionPlace, Pick<Operation, 'id' | 'address' | 'idempotency' | 'items'> {}

/** What the lane of a root is derived from: its changes, and the actions of the steps that carry them out. */
export interface LaneParts {
  readonly root: RootRef
  readonly changes: readonly (RecordChange | GridChange)[]
  /** A packed root, which is new: `changes` are made whenever they are read. */
  readonly packed?: PackedRoot
  readonly actions: readonly OperationPlace[]
}
