import type { ResourceName } from '../resources/registry.ts'

/** What to read of one resource: the fields that are managed (with those that identify a row), and its children. */
export interface Scope {
  readonly resource: ResourceName
  readonly fields: readonly string[]
  readonly children: readonly Scope[]
}
