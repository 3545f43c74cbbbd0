import type { Change } from '../diff/change.ts'
import { resourceOf, type ResourceName, writeOrder } from '../resources/registry.ts'
import type { Noun } from '../resources/resource.ts'
import { countOf } from '../source/counts.ts'

/** The subject of a change: the resource of a record, `PricingAdvanced` for a grid, `File` for a file. */
export type Subject = ResourceName | 'File'

/** The subject of a change. */
export function subjectOf(change: Change): Subject {
  if (change.kind === 'file') return 'File'
  return change.kind === 'grid' ? 'PricingAdvanced' : change.resource
}

/** In a plan, the price entries of one sku are one change. */
const grid: Noun = { one: 'price grid', many: 'price grids' }
/** The noun of a product place in the report of its product. */
const place: Noun = { one: 'place', many: 'places' }
const file: Noun = { one: 'file', many: 'files' }

/** The subjects of a plan in the order in which reports name them. */
export const kindOrder: readonly Subject[] = [...writeOrder, 'File']

/** The noun of a subject in the report of its product. */
export function kindOf(subject: Subject): Noun {
  return subject === 'ProdCat' ? place : kindInTotals(subject)
}

/** The noun of a subject in a list of all kinds. */
export function kindInTotals(subject: Subject): Noun {
  if (subject === 'File') return file
  return subject === 'PricingAdvanced' ? grid : resourceOf(subject).noun
}

/** A count of one kind: `3 variants`. */
export function countOfKind(count: number, subject: Subject): string {
  const { one, many } = kindOf(subject)
  return countOf(count, one, many)
}

/** The position of a subject in `kindOrder`; others are last. */
export function kindRank(subject: Subject): number {
  const rank = kindOrder.indexOf(subject)
  return rank === -1 ? kindOrder.length : rank
}
