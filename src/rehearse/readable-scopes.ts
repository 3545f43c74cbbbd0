import { OperationalError } from '../errors.ts'
import { unlessRefused } from '../live/refused-read.ts'
import type { Scope } from '../records/scope.ts'
import { resourceOf, type ResourceName } from '../resources/registry.ts'
import type { StoreClient } from '../store/store-client.ts'

/** What can be read of some scopes. */
export interface ReadableScopes {
  readonly scopes: readonly Scope[]
  /** The resources that the store refuses to read, such as with a key that has no access to them. */
  readonly refused: readonly ResourceName[]
  /** A sentence about each of them. */
  readonly notes: readonly string[]
}

/** The scopes without the resources that the store refuses to read, and what is below those. */
export async function readableScopes(scopes: readonly Scope[], store: Pick<StoreClient, 'count'>): Promise<ReadableScopes> {
  const names = [...new Set(scopes.flatMap(resourcesIn))]
  const counts = await Promise.all(names.map((name) => unlessRefused(store.count(name))))
  const errors = new Map(
    names.flatMap((name, index) => {
      const count = counts[index]
      return count instanceof OperationalError ? [[name, count] as const] : []
    }),
  )
  const readable = (some: readonly Scope[]): readonly Scope[] =>
    some.flatMap((scope) => (errors.has(scope.resource) ? [] : [{ ...scope, children: readable(scope.children) }]))
  const notes = [...errors].map(
    ([name, { message }]) => `${message} The copy has no ${resourceOf(name).noun.many}, and refuses to read them too.`,
  )
  return { scopes: readable(scopes), refused: [...errors.keys()], notes }
}

function resourcesIn({ resource, children }: Scope): readonly ResourceName[] {
  return [resource, ...children.flatMap(resourcesIn)]
}
