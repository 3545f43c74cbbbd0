import { nearestWord } from '../../problems/nearest-word.ts'
import type { Scope } from '../../records/scope.ts'
import { type RecordView, secretFields } from '../../report/records/record-view.ts'
import { resourceOf, type ResourceName } from '../../resources/registry.ts'
import type { RecordQuery, StoreClient } from '../../store/store-client.ts'
import { documentedName } from '../../wire/record-of-element.ts'
import type { SpecNode } from '../../wire/spec.ts'
import { type ParsedQuery, refused } from './parse-query.ts'

/** What a read needs to know of the store. */
type NamedStore = Pick<StoreClient, 'fieldNames' | 'schemaFields'>

/**
 * The read of what was typed, and what is printed of it. A field that docs/api.md does not show is looked up in the schema of the store.
 * Throws `wrong-usage` for one that is not there, and for a secret.
 */
export async function checkQuery(
  { spec, fields, filters, searched }: ParsedQuery,
  store: NamedStore,
): Promise<{ readonly query: Pick<RecordQuery, 'scope' | 'filters'>; readonly view: RecordView }> {
  const own = (resource: ResourceName, names: readonly string[]): readonly string[] =>
    names.map((name) => documentedName(name, store.fieldNames[resource]) ?? name)
  const lists = new Map(Array.from(fields, ([resource, names]) => [resource, own(resource, names)] as const))
  for (const [resource, names] of lists) refuseSecrets(resource, names)
  const selecting = own(spec.resource, [...filters.map(({ field }) => field), ...searched])
  for (const [resource, names] of [...lists, [spec.resource, selecting] as const]) await checkNames(resource, names, store)
  return {
    query: {
      scope: scopeOf(spec, lists),
      filters: filters.map(({ values }, index) => ({ field: selecting[index] ?? '', values })),
    },
    view: viewOf(spec, lists),
  }
}

function scopeOf({ resource, children }: SpecNode, lists: ReadonlyMap<ResourceName, readonly string[]>): Scope {
  return { resource, fields: lists.get(resource) ?? [], children: children.map((child) => scopeOf(child, lists)) }
}

function viewOf({ resource, children }: SpecNode, lists: ReadonlyMap<ResourceName, readonly string[]>): RecordView {
  return { resource, fields: lists.get(resource) ?? null, children: children.map((child) => viewOf(child, lists)) }
}

function refuseSecrets(resource: ResourceName, names: readonly string[]): void {
  const secret = secretFields(resource).find((name) => names.includes(name))
  if (secret === undefined) return
  throw refused(
    `The field \`${secret}\` of ${resource} is a secret and is not printed.`,
    `Omit it. \`planogram api GET ${resource}/<key>\` prints the answer of the store as it is.`,
  )
}

async function checkNames(resource: ResourceName, names: readonly string[], store: NamedStore): Promise<void> {
  const { fields, metaFields } = resourceOf(resource)
  const isDocumented = (name: string): boolean => Object.hasOwn(fields, name) || (metaFields === true && name.startsWith('meta_'))
  const others = names.filter((name) => !isDocumented(name))
  if (others.length === 0) return
  const theirs = await store.schemaFields(resource)
  const unknown = theirs === null ? undefined : others.find((name) => !theirs.includes(name))
  if (theirs === null || unknown === undefined) return
  const near = nearestWord(unknown, [...Object.keys(fields), ...theirs])
  throw refused(
    `${resource} has no field \`${unknown}\`.`,
    `${near === undefined ? '' : `Did you mean \`${near}\`? `}\`planogram api GET ${resource}.xsd\` prints the fields of the store.`,
  )
}
