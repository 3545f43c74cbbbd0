import type { DataContext } from '../../data-api/data-context.ts'
import type { Fields } from '../../../resources/resource.ts'
import { comparableKey } from '../../rows/collation.ts'
import { readTrees } from '../../rows/read/read-trees.ts'

/** The categories of a store and their hierarchy. */
export interface CategoryGraph {
  find(code: string): Fields | undefined
  /** The children of a category in the order of CatParent.sort; `0` for the top level. */
  below(code: string): readonly Fields[]
  /** The codes of the parents of a category, without `0`. */
  above(code: string): readonly string[]
  /** Categories that cannot be reached from the top level. */
  readonly unreachable: readonly Fields[]
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

/** Reads all categories and their parents. A category may have several parents, and there may be cycles. */
export function readCategoryGraph(context: DataContext): CategoryGraph {
  const byCode = new Map(
    readTrees(context, 'Cat', everything).map(({ fields }) => [comparableKey(fields['code'] ?? '', context.switches), fields]),
  )
  const find = (code: string): Fields | undefined => byCode.get(comparableKey(code, context.switches))
  // The codes as the categories themselves write them.
  const own = (code = ''): string => find(code)?.['code'] ?? code
  const places = readTrees(context, 'CatParent', everything).map(({ fields }) => ({
    ...fields,
    cat_code: own(fields['cat_code']),
    parent_code: own(fields['parent_code']),
  }))
  const byParent = Map.groupBy(
    places.toSorted((a, b) => sortOf(a) - sortOf(b)),
    (place) => place.parent_code,
  )
  const byChild = Map.groupBy(places, (place) => place.cat_code)
  const below = (code: string): readonly Fields[] => {
    const codes = new Set((byParent.get(code) ?? []).map((place) => place.cat_code))
    return [...codes].map(find).filter((category) => category !== undefined)
  }
  const inTree = reached(below)
  return {
    find,
    below,
    above: (code) =>
      (byChild.get(code) ?? []).map((place) => place.parent_code).filter((parent) => parent !== topLevel && find(parent) !== undefined),
    unreachable: [...byCode.values()].filter((category) => !inTree.has(category['code'] ?? '')),
  }
}

/** The paths from the top level to a category, each ending with the category itself; at most eight, without cycles. */
export function pathsTo(graph: CategoryGraph, code: string): readonly (readonly string[])[] {
  const paths: string[][] = []
  const open: string[][] = [[code]]
  for (let path = open.pop(); path !== undefined && paths.length < 8; path = open.pop()) {
    const [first = ''] = path
    const walked = path
    const parents = graph.above(first).filter((parent) => !walked.includes(parent))
    if (parents.length === 0) paths.push(path)
    else open.push(...parents.toReversed().map((parent) => [parent, ...walked]))
  }
  return paths
}
