import { findCommit, unknownCommit } from '../git/commit-tree.ts'
import type { ChangedSince } from '../plan/selection.ts'
import { addressOf, fileAddress } from '../records/address.ts'
import { canonicalJson } from '../records/canonical-json.ts'
import { childNames } from '../records/child-names.ts'
import type { DesiredRecord, DesiredSources } from '../records/desired.ts'
import { type Records, recordSource } from '../records/record-source.ts'
import { plannedRoots, resourceOf, type ResourceName } from '../resources/registry.ts'
import { byCode } from '../source/by-code.ts'
import { type CommitInput, openCommitCatalogue } from './commit-catalogue.ts'

/** A catalogue, and the commit to compare it with. */
interface ChangedInput extends CommitInput {
  readonly desired: DesiredSources
}

/**
 * What differs between the catalogue of a commit and this one, record by record as both are expanded for the store: an edit of a price list
 * changes every product that uses it. Throws `git-failed`, and `catalogue-invalid` where the catalogue of that commit has errors.
 */
export async function changedSince(input: ChangedInput, ref: string): Promise<ChangedSince> {
  const found = await findCommit(input.place, ref)
  if (!found) throw await unknownCommit(input.place, ref)
  await using before = await openCommitCatalogue(input, found)
  return { ref, commit: before.commit, addresses: changedAddresses(before.desired, input.desired) }
}

/** The addresses of the root records and files that differ, or that only one of two catalogues has; sorted. */
export function changedAddresses(before: DesiredSources, now: DesiredSources): readonly string[] {
  return [...differing(before, now)].toSorted(byCode)
}

function* differing(before: DesiredSources, now: DesiredSources): Generator<string, void> {
  for (const resource of plannedRoots) yield* differingRoots(resource, before.roots[resource] ?? [], now.roots[resource] ?? [])
  yield* oneSided(byAddress(before.roots.Webhooks ?? []), byAddress(now.roots.Webhooks ?? []))
  const [then, here] = [before, now].map(({ files }) => new Map(files.map(({ path, sha256 }) => [fileAddress(path), sha256])))
  yield* oneSided(then ?? new Map(), here ?? new Map())
}

function* differingRoots(resource: ResourceName, before: Records<DesiredRecord>, now: Records<DesiredRecord>): Generator<string, void> {
  const [then, here] = [recordSource(before), recordSource(now)]
  const field = resourceOf(resource).key ?? ''
  const keys = new Set<string>()
  for (const record of here) {
    const key = record.fields[field] ?? ''
    keys.add(key)
    const earlier = then.get(key)
    if (!earlier || meaningOf(earlier) !== meaningOf(record)) yield addressOf(resource, { [field]: key })
  }
  for (const key of then.keys()) if (!keys.has(key)) yield addressOf(resource, { [field]: key })
}

function byAddress(records: Records<DesiredRecord>): ReadonlyMap<string, string> {
  return new Map(Array.from(records, (record) => [addressOf(record.resource, record.fields), meaningOf(record)]))
}

/** The names that only one of the two has, or that differ in content. */
function* oneSided(before: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>): Generator<string, void> {
  for (const name of new Set([...before.keys(), ...now.keys()])) if (before.get(name) !== now.get(name)) yield name
}

/** A text that is equal for records with the same values, wherever they are declared. */
function meaningOf(record: DesiredRecord): string {
  return canonicalJson(valuesOf(record))
}

function valuesOf({ resource, fields, children, onCreate }: DesiredRecord): object {
  const below = (all: DesiredRecord['children']): object =>
    Object.fromEntries(childNames(all).map((name) => [name, (all[name] ?? []).map(valuesOf)]))
  const created = onCreate && { fields: onCreate.fields, children: below(onCreate.children) }
  return { resource, fields, children: below(children), ...(created && { onCreate: created }) }
}
