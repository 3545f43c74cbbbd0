import type { DataContext } from '../../data-api/data-context.ts'
import type { Fields } from '../../../resources/resource.ts'
import { readTrees } from '../read-trees.ts'

/** The categories of a store and how they stand below each other. */
export interface CategoryGraph {
  readonly byCode: ReadonlyMap<string, Fields>
  /** The categories below each one, in the order that their places say; those at the top stand below `0`. */
  below(code: string): readonly Fields[]
  /** The codes above a category, nearest place first; `0` left out. */
  above(code: string): readonly string[]
  /** Categories that no place leads to from the top. */
  readonly loose: readonly Fields[]
}

/** The parent code of the top level (platform.md, "CatParent"). */
export const topLevel = '0'

const everything = { where: '1', parameters: [], limit: -1, offset: 0 } as const

function sortOf(place: Fields): number {
  return Number(place['sort'] ?? '') || 0
}

function reached(below: (code: string) => readonly Fields[]): ReadonlySet<string> {
  const seen = new Set<string>()
  const open = [topLevel]
  for (let code = open.pop(); code !== undefined; code = open.pop()) {
    const next = below(code).map((category) => category['code'] ?? '')
    for (const each of next) {
      if (!seen.has(each)) open.push(each)
      seen.add(each)
    }
  }
  return seen
}

/** Reads all categories and their places. A category may have several parents; a circle among them is simply there. */
export function readCategoryGraph(context: DataContext): CategoryGraph {
  const byCode = new Map(readTrees(context, 'Cat', everything).map(({ fields }) => [fields['code'] ?? '', fields]))
  const places = readTrees(context, 'CatParent', everything).map(({ fields }) => fields)
  const byParent = Map.groupBy(
    places.toSorted((a, b) => sortOf(a) - sortOf(b)),
    (place) => place['parent_code'] ?? '',
  )
  const byChild = Map.groupBy(places, (place) => place['cat_code'] ?? '')
  const below = (code: string): readonly Fields[] => {
    const codes = new Set((byParent.get(code) ?? []).map((place) => place['cat_code'] ?? ''))
    return [...codes].map((each) => byCode.get(each)).filter((category) => category !== undefined)
  }
  const inTree = reached(below)
  return {
    byCode,
    below,
    above: (code) =>
      (byChild.get(code) ?? []).map((place) => place['parent_code'] ?? '').filter((parent) => parent !== topLevel && byCode.has(parent)),
    loose: [...byCode.values()].filter((category) => !inTree.has(category['code'] ?? '')),
  }
}

/** The ways from the top to a category, each with the category itself at its end; at most eight, without circles. */
export function waysTo(graph: CategoryGraph, code: string): readonly (readonly string[])[] {
  const ways: string[][] = []
  const open: string[][] = [[code]]
  for (let way = open.pop(); way !== undefined && ways.length < 8; way = open.pop()) {
    const [first = ''] = way
    const walked = way
    const parents = graph.above(first).filter((parent) => !walked.includes(parent))
    if (parents.length === 0) ways.push(way)
    else open.push(...parents.toReversed().map((parent) => [parent, ...walked]))
  }
  return ways
}
