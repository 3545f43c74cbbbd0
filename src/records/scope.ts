import type { ResourceName } from '../resources/registry.ts'

/** What to read of one resource: the managed fields, those that identify a row, and the children. */
export interface Scope {
  readonly resource: ResourceName
  readonly fields: readonly string[]
  readonly children: readonly Scope[]
}
