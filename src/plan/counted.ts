import { nounOf } from '../resources/nouns.ts'
import type { ResourceName } from '../resources/registry.ts'

/** "1 product", "12 price entries". */
export function counted(count: number, resource: ResourceName): string {
  const { one, many } = nounOf(resource)
  return `${String(count)} ${count === 1 ? one : many}`
}
