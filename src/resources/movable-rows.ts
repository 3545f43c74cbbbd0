import { resources, type ResourceName } from './registry.ts'

/** Rows of a product with a key of their own: writing the same key for another product moves the row. */
export const movableRows: readonly ResourceName[] = resources
  .filter(({ authored, identity, removal }) => authored !== undefined && 'within' in authored && identity === 'own' && removal !== 'never')
  .map(({ name }) => name)
const names: ReadonlySet<string> = new Set(movableRows)

/** True for rows that would move if their key were written for another product. */
export function isMovable(resource: ResourceName): boolean {
  return names.has(resource)
}
