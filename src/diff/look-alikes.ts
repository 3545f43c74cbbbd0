import { childNames } from '../records/child-names.ts'
import { foldedCode } from '../records/folded-code.ts'
import { keyOf, slugOf } from '../records/named-fields.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import { fieldOf, resourceOf } from '../resources/registry.ts'
import { storedValue } from '../resources/scalar.ts'
import { byCode } from '../source/by-code.ts'

/** What two records have in common that seem to be the same one: the slug, the gtin, or nine of ten values. */
export type Likeness = 'slug' | 'gtin' | 'values'

/** A record that leaves the catalogue and one that is new in it, which seem to be the same. */
export interface LookAlike<R extends RecordTree = RecordTree> {
  readonly old: R
  readonly record: RecordTree
  readonly likeness: Likeness
}

/** The smallest part of the values that two records have in common, of the one that has more, in tenths. */
const tenths = 9
/** A value that more new records have cannot tell them apart. */
const mostSharing = 8
/** Records with fewer values are alike by chance. */
const leastValues = 4

/**
 * Pairs records that leave the catalogue with new ones, each at most once: by slug, then by gtin, then by their values. `onCompare` is called
 * for each two records whose values are compared: their number grows with the number of records, not with that of pairs.
 */
export function lookAlikes<R extends RecordTree>(
  leaving: readonly R[],
  created: readonly RecordTree[],
  onCompare: () => void = () => undefined,
): readonly LookAlike<R>[] {
  if (leaving.length === 0 || created.length === 0) return []
  const pairs: LookAlike<R>[] = []
  const paired = new Set<RecordTree>()
  const pair = (old: R, record: RecordTree | undefined, likeness: Likeness): void => {
    if (record === undefined || paired.has(old) || paired.has(record)) return
    paired.add(old).add(record)
    pairs.push({ old, record, likeness })
  }
  const identifiers = [
    { likeness: 'slug', textOf: (record: RecordTree) => foldedCode(slugOf(record)) },
    { likeness: 'gtin', textOf: ({ fields }: RecordTree) => (fields['gtin'] ?? '').trim() },
  ] as const
  for (const { likeness, textOf } of identifiers) {
    const found = firstBy(created, textOf)
    for (const old of leaving) if (textOf(old) !== '') pair(old, found.get(`${old.resource} ${textOf(old)}`), likeness)
  }
  const left = leaving.filter((old) => !paired.has(old))
  const candidatesOf = valueIndex(
    left,
    created.filter((record) => !paired.has(record)),
  )
  const isFree = (record: RecordTree): boolean => !paired.has(record)
  for (const old of left) pair(old, mostAlike(old, { candidatesOf, isFree, onCompare }), 'values')
  return pairs.toSorted((a, b) => byCode(a.old.resource, b.old.resource) || byCode(keyOf(a.old), keyOf(b.old)))
}

function firstBy(records: readonly RecordTree[], textOf: (record: RecordTree) => string): ReadonlyMap<string, RecordTree> {
  return new Map(records.toReversed().map((record) => [`${record.resource} ${textOf(record)}`, record]))
}

type CandidatesOf = (old: RecordTree, values: readonly string[]) => readonly RecordTree[]

/**
 * Finds the new records that can have nine of ten values of an old one. Of `n` values at most `n / 10` differ, so that at least one of any
 * `n / 10 + 1` is common: it is enough to look up that many of them, those that the fewest new records have.
 */
function valueIndex(leaving: readonly RecordTree[], created: readonly RecordTree[]): CandidatesOf {
  const holders = new Map<string, RecordTree[]>()
  for (const old of leaving) for (const value of valuesOf(old)) holders.set(`${old.resource} ${value}`, [])
  for (const record of created) for (const value of new Set(valuesOf(record))) holders.get(`${record.resource} ${value}`)?.push(record)
  return ({ resource }, values) => {
    const found = [...new Set(values)].map((value) => holders.get(`${resource} ${value}`) ?? [])
    const rarest = found.toSorted((a, b) => a.length - b.length).slice(0, Math.floor(values.length / 10) + 1)
    return [...new Set(rarest.filter(({ length }) => length <= mostSharing).flat())]
  }
}

interface Comparing {
  readonly candidatesOf: CandidatesOf
  readonly isFree: (record: RecordTree) => boolean
  readonly onCompare: () => void
}

/** The new record that has the most values of an old one, nine of ten or more; of equal ones the first. */
function mostAlike(old: RecordTree, { candidatesOf, isFree, onCompare }: Comparing): RecordTree | undefined {
  const values = valuesOf(old)
  let best: { readonly record: RecordTree; readonly common: number } | undefined
  for (const candidate of candidatesOf(old, values)) {
    if (!isFree(candidate)) continue
    onCompare()
    const others = valuesOf(candidate)
    const common = commonCount(values, others)
    const all = Math.max(values.length, others.length)
    const isAlike = all >= leastValues && common * 10 >= all * tenths
    if (isAlike && (best === undefined || common > best.common)) best = { record: candidate, common }
  }
  return best?.record
}

function commonCount(one: readonly string[], other: readonly string[]): number {
  const counts = new Map<string, number>()
  for (const value of one) counts.set(value, (counts.get(value) ?? 0) + 1)
  let common = 0
  for (const value of other) {
    const count = counts.get(value) ?? 0
    if (count === 0) continue
    common += 1
    counts.set(value, count - 1)
  }
  return common
}

/**
 * The values of a record and of its rows, each with the name of its field. Codes that are the key of the record, or begin with it, are compared
 * without it. The slug is left out: it usually changes with the key, and records with the same one look alike whatever their values are.
 */
function valuesOf(record: RecordTree): readonly string[] {
  const own = keyOf(record)
  const values: string[] = []
  const add = ({ resource, fields, children }: RecordTree): void => {
    const { key, skuField, natural, hiddenBy, slugField } = resourceOf(resource)
    for (const [name, text] of Object.entries(fields)) {
      const value = storedValue(fieldOf(resource, name), text)
      const isCode = name === key || name === skuField || natural.includes(name)
      if (value === '' || name === hiddenBy || name === slugField) continue
      values.push(`${resource}.${name}=${isCode && isBelow(value, own) ? value.slice(own.length) : value}`)
    }
    for (const name of childNames(children)) for (const row of children[name] ?? []) add(row)
  }
  add(record)
  return values.filter((value) => value !== `${record.resource}.${resourceOf(record.resource).key ?? ''}=`)
}

/** True for a key, and for a code that is made of it: `TEE-s` of `TEE`. */
function isBelow(code: string, key: string): boolean {
  return key !== '' && (code === key || code.startsWith(`${key}-`))
}
