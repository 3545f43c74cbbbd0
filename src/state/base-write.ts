import type { BaseRecord } from '../records/base-record.ts'
import type { OwnFile } from '../records/known-file.ts'
import type { ResourceName } from '../resources/registry.ts'

/** Names a root record of a store. */
export interface RootKey {
  readonly resource: ResourceName
  readonly key: string
}

/** A root record that was applied, as it was applied. */
export interface AppliedRoot extends RootKey {
  readonly base: BaseRecord
  /** The content (`RecordSource`) of the record of the catalogue that the base was made from with nothing left; default: not known. */
  readonly content?: string | undefined
}

/** Root records and files that were applied, and those that are not ours any more. */
export interface BaseWrite {
  readonly at: string
  readonly applied: readonly AppliedRoot[]
  readonly forgotten: readonly RootKey[]
  /** Default: none. */
  readonly files?: readonly OwnFile[]
  /** The paths of files that were removed; default: none. */
  readonly forgottenFiles?: readonly string[]
  /** The hash of the catalogue that is applied: a base that is complete with another one is complete with none afterwards; default: it stays as it was. */
  readonly catalogue?: string
  /** The hash of a catalogue of which everything that the store has is in the base now; `null`: of none; default: as it was. */
  readonly completeWith?: string | null
}
