import { openRecordTexts } from '../catalogue/content-text.ts'
import { findCommit, unknownCommit } from '../git/commit-tree.ts'
import type { ChangedSince } from '../plan/selection.ts'
import { addressOf, fileAddress } from '../records/address.ts'
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
  const textOf = openRecordTexts()
  for (const resource of plannedRoots) {
    yield* differingRoots({ resource, before: before.roots[resource] ?? [], now: now.roots[resource] ?? [], textOf })
  }
  yield* oneSided(byAddress(before.roots.Webhooks ?? [], textOf), byAddress(now.roots.Webhooks ?? [], textOf))
  const [then, here] = [before, now].map(({ files }) => new Map(files.map(({ path, sha256 }) => [fileAddress(path), sha256])))
  yield* oneSided(then ?? new Map(), here ?? new Map())
}

/** A text that is equal for records that are the same to the store, wherever they are declared. */
type TextOf = (record: DesiredRecord) => string

interface Roots {
  readonly resource: ResourceName
  readonly before: Records<DesiredRecord>
  readonly now: Records<DesiredRecord>
  readonly textOf: TextOf
}

function* differingRoots({ resource, before, now, textOf }: Roots): Generator<string, void> {
  const [then, here] = [recordSource(before), recordSource(now)]
  const field = resourceOf(resource).key ?? ''
  const keys = new Set<string>()
  for (const record of here) {
    const key = record.fields[field] ?? ''
    keys.add(key)
    const earlier = then.get(key)
    if (!earlier || textOf(earlier) !== textOf(record)) yield addressOf(resource, { [field]: key })
  }
  for (const key of then.keys()) if (!keys.has(key)) yield addressOf(resource, { [field]: key })
}

function byAddress(records: Records<DesiredRecord>, textOf: TextOf): ReadonlyMap<string, string> {
  return new Map(Array.from(records, (record) => [addressOf(record.resource, record.fields), textOf(record)]))
}

/** The names that only one of the two has, or that differ in content. */
function* oneSided(before: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>): Generator<string, void> {
  for (const name of new Set([...before.keys(), ...now.keys()])) if (before.get(name) !== now.get(name)) yield name
}
