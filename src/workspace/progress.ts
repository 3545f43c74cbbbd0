import type { ReadCounts } from '../catalogue/read-counts.ts'
import type { MergePart } from '../pull/merge-store.ts'
import type { ResourceName } from '../resources/registry.ts'

/** The progress of a long call: what it does now, and how much of it is done so far. The call never waits for an observer. */
export type Progress =
  | ({ readonly kind: 'reading-catalogue' } & ReadCounts)
  /** The embedded store is started, or the state of this machine opened. */
  | { readonly kind: 'opening-store' }
  /** `records`: root records of this resource. Each is compared as it arrives. */
  | { readonly kind: 'reading-store'; readonly resource: ResourceName; readonly records: number }
  /** Answers of the store that are compared with those of the plan that is remembered. */
  | { readonly kind: 'comparing-answers'; readonly done: number; readonly all: number }
  /** `files`: pictures of the store that were downloaded to compare their content. */
  | { readonly kind: 'reading-files'; readonly files: number }
  /** `records`: root records of the catalogue that are compared with those that were read. */
  | { readonly kind: 'comparing'; readonly resource: ResourceName; readonly records: number }
  /** The guards look at these changes. */
  | { readonly kind: 'guards'; readonly changes: number }
  /** `steps`: composed so far for these changes. */
  | { readonly kind: 'planning'; readonly changes: number; readonly steps: number }
  /** Steps that have their place in the order. */
  | { readonly kind: 'ordering'; readonly done: number; readonly all: number }
  /** Lines of a plan, from which its hash is calculated. */
  | { readonly kind: 'hashing'; readonly done: number; readonly all: number }
  /** The changes of a plan are put into words for people; `causes`: the groups of them, once they are known. */
  | { readonly kind: 'formatting'; readonly changes: number; readonly causes?: number }
  /** Lines of a plan file. */
  | { readonly kind: 'saving-plan'; readonly lines: number }
  | { readonly kind: 'reading-plan'; readonly lines: number }
  /** `records`: root records of what was last applied, which are compared with the store. */
  | { readonly kind: 'reading-base'; readonly records: number }
  /** `records`: root records of the store whose pictures are looked for. */
  | { readonly kind: 'finding-pictures'; readonly records: number }
  /** Pictures that a pull downloads. */
  | { readonly kind: 'downloading'; readonly done: number; readonly all: number }
  /** The catalogue is read again with the texts of a pull, once or several times. */
  | ({ readonly kind: 'checking' } & ReadCounts)
  /** `records`: root records of the store that are merged into the documents, in this part of it. */
  | { readonly kind: 'merging'; readonly part: MergePart; readonly records: number }
  /** `percent` of this document, which is number `document` of `all` in canonical form. */
  | {
      readonly kind: 'formatting-documents'
      readonly path: string
      readonly percent: number
      readonly document: number
      readonly all: number
    }
  /** `records`: root records that were pulled, or found equal, and are recorded as last applied. */
  | { readonly kind: 'recording'; readonly records: number }
  /** Customers of a list that were sent. */
  | { readonly kind: 'writing-customers'; readonly done: number; readonly all: number }
  /** Pictures that are resized before they are sent. */
  | { readonly kind: 'resizing'; readonly done: number; readonly all: number }

/** Receives the progress of a long call. */
export type OnProgress = (progress: Progress) => void
