import { childNames } from '../records/child-names.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import type { ResourceName } from '../resources/registry.ts'
import type { Step } from './step.ts'

/** True where one of the steps posts records of a resource, on their own or nested in a parent. */
export function writesResource(steps: readonly Step[], resource: ResourceName): boolean {
  return steps.some((step) => step.kind === 'post' && step.records.some((record) => holds(record, resource)))
}

function holds(record: RecordTree, resource: ResourceName): boolean {
  if (record.resource === resource) return true
  return childNames(record.children).some((child) => (record.children[child] ?? []).some((row) => holds(row, resource)))
}
