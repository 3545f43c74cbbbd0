import { keyNames } from '../records/row-identity.ts'
import type { Scope } from '../records/scope.ts'
import { resources, type ResourceName } from '../resources/registry.ts'

/** What a read asks for of a resource, and of those below it. */
export interface Branch {
  readonly fields: Set<string>
  readonly below: Map<ResourceName, Branch>
}

/** A branch that asks for nothing yet. */
export function newBranch(): Branch {
  return { fields: new Set(), below: new Map() }
}

/** The branch at a path below another one, which is added where there is none. */
export function branchAt(branch: Branch, path: readonly ResourceName[]): Branch {
  const [name, ...rest] = path
  if (name === undefined) return branch
  const next = branch.below.get(name) ?? newBranch()
  branch.below.set(name, next)
  return branchAt(next, rest)
}

/** The scope of a branch: its fields and those that identify a row. */
export function scopeOfBranch(resource: ResourceName, { fields, below }: Branch): Scope {
  const children = resources.flatMap(({ name }) => {
    const branch = below.get(name)
    return branch ? [scopeOfBranch(name, branch)] : []
  })
  return { resource, fields: [...new Set([...keyNames(resource), ...fields])], children }
}
