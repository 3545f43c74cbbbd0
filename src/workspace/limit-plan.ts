import { recordIndex } from '../catalogue/explain/address-index.ts'
import { unknownAddress } from '../catalogue/explain/unknown-address.ts'
import { addressOfRoot, type Change } from '../diff/change.ts'
import { OperationalError } from '../errors.ts'
import { selectChanges } from '../plan/select-changes.ts'
import { addressMatcher, type ChangedSince, type Selection, type SelectionRequest } from '../plan/selection.ts'
import type { Plan } from '../plan/plan.ts'
import type { UnmanagedRoots } from '../plan/untouched.ts'
import type { Expectation } from '../pricing/expectation.ts'
import { addressOf, fileAddress } from '../records/address.ts'
import type { BaseRecords } from '../records/base-record.ts'
import { childNames } from '../records/child-names.ts'
import type { DesiredRecord, DesiredSources } from '../records/desired.ts'
import { recordSource, recordSources } from '../records/record-source.ts'
import { linked } from '../records/row-identity.ts'
import { plannedRoots, resourceOf } from '../resources/registry.ts'
import { withCreated } from './created-record.ts'

/** What to limit a plan to. */
export interface PlannedSelection extends SelectionRequest {
  /** Only what differs since a commit (`changedSince`): nothing else is read. Default: the whole store is read. */
  readonly changed?: ChangedSince
  /** True for a plan that is made again, where a glob may match nothing any more: what it matched has been removed; default false. */
  readonly isRepeated?: boolean
}

/** A plan that is not limited yet, and what it is about. */
export interface WholePlan extends Pick<Plan, 'changes' | 'untouched'> {
  readonly desired: DesiredSources
  readonly base: BaseRecords
}

/** What is left of a plan, and what it is limited to. */
export type LimitedPlan = Pick<Plan, 'changes' | 'untouched' | 'selection'>

/**
 * Limits a plan to the root records and files that were asked for, and what they need. Throws `wrong-usage` for a glob that matches
 * nothing, and where something that is needed was excluded.
 */
export function limitPlan(
  { targets, excludes, skipped = [], changed, isRepeated = false }: PlannedSelection,
  { desired, base, changes, untouched }: WholePlan,
): LimitedPlan {
  const { isSelected, isExcluded, isSkipped } = selectionMatcher({ targets, excludes, skipped, changed }, desired)
  if (!isRepeated) refuseUnmatched({ targets, excludes }, [...addressesOf(desired, base), ...changes.map(addressOfRoot)], desired)
  const sources = recordSources(desired.roots)
  const desiredOf = (change: Change): DesiredRecord | undefined => {
    const record = change.kind === 'file' ? undefined : sources.get(change.root.resource)?.get(change.root.key)
    return record && withCreated(record)
  }
  const selected = selectChanges(changes, { isSelected, desiredOf })
  const missing = selected.also.find(({ address }) => isExcluded(address))
  if (missing) {
    throw new OperationalError('wrong-usage', `${missing.neededBy} needs ${missing.address}, which \`--exclude\` leaves out.`, {
      fix: `Exclude ${missing.neededBy} too, or plan with ${missing.address}.`,
    })
  }
  const needed = selected.also.find(({ address }) => isSkipped(address))
  if (needed) {
    const message = `${needed.neededBy} now needs ${needed.address}, which was skipped in the review. Nothing was written.`
    throw new OperationalError('plan-stale', message, { fix: 'Make a new plan and review it.' })
  }
  const addresses = new Set(selected.changes.map(addressOfRoot))
  const isIn = (address: string): boolean => addresses.has(address) || isSelected(address)
  return {
    changes: selected.changes,
    untouched: {
      ...untouched,
      drift: untouched.drift.filter(({ root }) => isIn(root.address)),
      left: untouched.left.filter(({ address }) => isIn(address)),
      files: untouched.files.filter(({ path }) => isIn(fileAddress(path))),
      unmanaged: changed ? untouched.unmanaged.flatMap((found) => unmanagedIn(found, isIn)) : untouched.unmanaged,
    },
    selection: { targets, excludes, ...(skipped.length > 0 && { skipped }), ...(changed && { changed }), also: selected.also },
  }
}

/** Whether a root record is in a limited plan, by its address. */
export function selectedRoots({ also, ...selection }: Selection, desired: DesiredSources): (address: string) => boolean {
  const { isSelected } = selectionMatcher(selection, desired)
  const needed = new Set(also.map(({ address }) => address))
  return (address) => needed.has(address) || isSelected(address)
}

/** How root records and files are selected by their addresses. */
interface SelectionMatcher {
  readonly isSelected: (address: string) => boolean
  readonly isExcluded: (address: string) => boolean
  readonly isSkipped: (address: string) => boolean
}

function selectionMatcher(
  { targets, excludes, skipped = [], changed }: SelectionRequest & { readonly changed?: ChangedSince | undefined },
  desired: DesiredSources,
): SelectionMatcher {
  const [isTargeted, isExcluded] = [rootMatcher(targets, desired), rootMatcher(excludes, desired)]
  const [skippedOnes, changedOnes] = [new Set(skipped), changed && new Set(changed.addresses)]
  const isSkipped = (address: string): boolean => skippedOnes.has(address)
  const isChanged = (address: string): boolean => changedOnes === undefined || changedOnes.has(address)
  const isWanted = (address: string): boolean => targets.length === 0 || isTargeted(address)
  const isSelected = (address: string): boolean => isChanged(address) && isWanted(address) && !isExcluded(address) && !isSkipped(address)
  return { isSelected, isExcluded, isSkipped }
}

/** The unmanaged records of a selection, where only some were read: others were read because of a slug. */
function unmanagedIn({ resource, keys }: UnmanagedRoots, isIn: (address: string) => boolean): readonly UnmanagedRoots[] {
  const own = keys.filter((key) => isIn(addressOf(resource, { [resourceOf(resource).key ?? '']: key })))
  return own.length === 0 ? [] : [{ resource, count: own.length, keys: own }]
}

/** The price tests of the products that a plan is limited to; all of them without a limit. */
export function testsWithin(
  expectations: readonly Expectation[],
  selection: Selection | undefined,
  desired: DesiredSources,
): readonly Expectation[] {
  if (!selection) return expectations
  const isSelected = selectedRoots(selection, desired)
  const skus = new Set<string>()
  for (const { fields, children } of desired.roots.Product ?? []) {
    if (!isSelected(addressOf('Product', fields))) continue
    for (const sku of [fields['sku'], ...(children.Variants ?? []).map((variant) => variant.fields['code'])]) skus.add(sku ?? '')
  }
  return expectations.filter(({ sku }) => skus.has(sku))
}

function* addressesOf({ roots, files }: DesiredSources, base: BaseRecords): Generator<string, void> {
  for (const resource of plannedRoots) {
    const key = resourceOf(resource).key ?? ''
    const keys = new Set([...recordSource(roots[resource] ?? []).keys(), ...base.keys(resource)])
    for (const each of keys) yield addressOf(resource, { [key]: each })
  }
  for (const { fields } of roots.Webhooks ?? []) yield addressOf('Webhooks', fields)
  for (const { path } of files) yield fileAddress(path)
}

/** Whether an address of a root record matches a glob, or that of a part of it: a variant, a grid, an attribute. */
function rootMatcher(globs: readonly string[], desired: DesiredSources): (address: string) => boolean {
  const matches = addressMatcher(globs)
  const owners = ownersOfParts(globs, desired)
  return (address) => matches(address) || owners.has(address)
}

/** The kinds of addresses that are no part of a root record. */
const wholeKinds = new Set([...plannedRoots.map((resource) => resourceOf(resource).addressKind), 'file'])

/** True for a glob that no address of a root record or a file can match, by its kind. */
function isOfParts(glob: string): boolean {
  const [kind = ''] = glob.split('.')
  return kind !== 'file' && (glob.includes('/') || (!wholeKinds.has(kind) && !/[*?]/.test(kind)))
}

/** The addresses of root records of which a part matches; the rows are only walked where a glob is about parts. */
function ownersOfParts(globs: readonly string[], desired: DesiredSources): ReadonlySet<string> {
  const parts = globs.filter(isOfParts)
  const owners = new Set<string>()
  if (parts.length === 0) return owners
  const matches = addressMatcher(parts)
  for (const records of Object.values(desired.roots)) {
    for (const record of records) {
      const isMatched = Iterator.from(partsOf(record)).some(({ resource, fields }) => matches(partAddress(resource, fields)))
      if (isMatched) owners.add(addressOf(record.resource, record.fields))
    }
  }
  return owners
}

function* partsOf(record: DesiredRecord): Generator<DesiredRecord, void> {
  for (const name of childNames(record.children)) {
    for (const row of record.children[name] ?? []) {
      const whole = linked(row, record)
      yield whole
      yield* partsOf(whole)
    }
  }
}

/** Empty for rows without an address. */
function partAddress(...[resource, fields]: Parameters<typeof addressOf>): string {
  return resourceOf(resource).addressKind === undefined ? '' : addressOf(resource, fields)
}

function refuseUnmatched({ targets, excludes }: SelectionRequest, known: readonly string[], desired: DesiredSources): void {
  for (const [option, globs] of [['--target', targets] as const, ['--exclude', excludes] as const]) {
    for (const glob of globs) {
      if (known.some(addressMatcher([glob])) || ownersOfParts([glob], desired).size > 0) continue
      throw unknownAddress({
        given: glob,
        known: [...new Set([...known, ...allParts(desired)])],
        index: recordIndex(rootsOf(desired).filter(({ resource, fields }) => glob.startsWith(addressOf(resource, fields)))),
        message: `\`${option} ${glob}\` matches nothing in the catalogue, nor anything that was applied.`,
        likely: withKind(glob, known),
        otherwise: formsText(known),
      })
    }
  }
}

/** The globs with a kind in front of one without that match something, such as `product.TEE-*` for `TEE-*`. */
function withKind(glob: string, known: readonly string[]): string | undefined {
  const kinds = new Set(known.map((address) => address.slice(0, address.indexOf('.'))))
  const globs = [...kinds].map((kind) => `${kind}.${glob}`).filter((each) => known.some(addressMatcher([each])))
  return globs.length === 0 ? undefined : globs.join(' or ')
}

function rootsOf({ roots }: DesiredSources): IteratorObject<DesiredRecord> {
  return Iterator.from(Object.values(roots)).flatMap((records) => Iterator.from(records))
}

/** The addresses of the parts of all root records. */
function allParts(desired: DesiredSources): IteratorObject<string> {
  return rootsOf(desired)
    .flatMap(partsOf)
    .map(({ resource, fields }) => partAddress(resource, fields))
    .filter((address) => address !== '')
}

/** The most addresses that a message names. */
const mostNamed = 3

function formsText(known: readonly string[]): string {
  const some = [...new Set(known)].slice(0, mostNamed).map((address) => `\`${address}\``)
  return `Addresses are such as ${some.join(', ')}; \`*\` is any text. Quote a glob for the shell.`
}
