import { resourceOf, type ResourceName } from '../resources/registry.ts'

/** "1 product", "12 price entries". */
export function counted(count: number, resource: ResourceName): string {
  const { one, many } = resourceOf(resource).noun
  return `${String(count)} ${count === 1 ? one : many}`
}
