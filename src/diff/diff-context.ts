import type { RootName } from '../records/desired.ts'
import type { SourcePlace, SourceSpan } from '../source/source.ts'
import type { Capabilities } from '../resources/capabilities.ts'

/** What the differ needs besides the records: what the store can do, and where a span stands. */
export interface DiffContext {
  readonly capabilities: Capabilities
  locate(span: SourceSpan): SourcePlace
}

/** The root record that a change belongs to. */
export interface RootPlace {
  readonly root: string
  readonly rootResource: RootName
  readonly title: string
  /** True where a shopper sees the root record now. */
  readonly shown: boolean
  readonly context: DiffContext
}
