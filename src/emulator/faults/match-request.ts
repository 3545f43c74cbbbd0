import { findResource } from '../../resources/registry.ts'
import { parseAddress } from '../../wire/address.ts'
import type { FaultMatch } from './fault-plan.ts'

function globMatches(pattern: string, text: string): boolean {
  const parts = pattern.split('*').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*')}$`, 's').test(text)
}

/** The canonical names of the resources in an address. */
function resourcesIn(path: string): readonly string[] {
  const address = parseAddress(path)
  const names = address?.spec.match(/[A-Za-z]+/g) ?? []
  return names.flatMap((name) => findResource(name)?.name ?? [])
}

/** True if a fault applies to a request; `nth` is up to the caller. */
export function matchesRequest({ method, path, resource }: FaultMatch, request: { method: string; target: string }): boolean {
  const [plain = ''] = request.target.split('?')
  if (method !== undefined && method.toUpperCase() !== request.method) return false
  if (path !== undefined && !globMatches(path, plain)) return false
  return resource === undefined || resourcesIn(plain).includes(findResource(resource)?.name ?? resource)
}
