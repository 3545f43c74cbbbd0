import { countOf } from '../../../source/counts.ts'
import type { RecordChange } from '../../../diff/change.ts'
import type { PlanView } from '../../view/plan-view.ts'
import type { RootView } from '../../view/root-view.ts'
import { sanitizeLine } from '../../sanitize.ts'
import { type CategoryTrees, mostRows, type TreeRow } from '../chart/category-tree-svg.ts'

type Side = 'before' | 'after'

/** Products that come into a category, and those that leave it. */
interface Places {
  readonly created: number
  readonly removed: number
}

/** What a plan contains of its categories. */
interface Found {
  readonly roots: ReadonlyMap<string, RootView>
  /** The parents of each category on each side. */
  readonly parents: Readonly<Record<Side, ReadonlyMap<string, readonly string[]>>>
  readonly places: ReadonlyMap<string, Places>
}

/**
 * The categories that a plan creates, changes, moves or removes, that products enter or leave, and their parents as far as the plan
 * contains them, before and after. `null` where it concerns none.
 */
export function categoryTrees({ roots }: Pick<PlanView, 'roots'>): CategoryTrees | null {
  const found = findCategories(roots)
  const codes = new Set([...found.roots.keys(), ...found.places.keys(), ...edgeCodes(found, 'before'), ...edgeCodes(found, 'after')])
  if (codes.size === 0) return null
  const [before, after] = [treeOf([...codes], found, 'before'), treeOf([...codes], found, 'after')]
  const isWhole = before.rest === undefined && after.rest === undefined
  const rest = { ...(before.rest !== undefined && { before: before.rest }), ...(after.rest !== undefined && { after: after.rest }) }
  return { before: before.rows, after: after.rows, ...(isWhole ? {} : { rest }) }
}

function edgeCodes({ parents }: Found, side: Side): readonly string[] {
  return [...parents[side]].flatMap(([code, above]) => [code, ...above])
}

function findCategories(all: readonly RootView[]): Found {
  const parents = { before: new Map<string, string[]>(), after: new Map<string, string[]>() }
  const found = { roots: new Map<string, RootView>(), parents, places: new Map<string, Places>() }
  for (const root of all) {
    for (const view of [root.own, ...root.below]) {
      if (view?.change.kind !== 'record') continue
      const { change } = view
      // A place that cannot be removed stays.
      if (change.action === 'cannot' && change.resource !== 'CatParent') continue
      if (change.resource === 'Cat' || change.resource === 'CatParent') found.roots.set(root.key, root)
      if (change.resource === 'CatParent') addParent(change, found.parents)
      if (change.resource === 'ProdCat') addPlace(change, found.places)
    }
  }
  return found
}

function codeOf({ key }: RecordChange, field: string): string {
  return sanitizeLine(key[field] ?? '')
}

function addParent(change: RecordChange, parents: Readonly<Record<Side, Map<string, string[]>>>): void {
  const [code, parent] = [codeOf(change, 'cat_code'), codeOf(change, 'parent_code')]
  for (const side of sidesOf(change)) parents[side].set(code, [...(parents[side].get(code) ?? []), parent])
}

function addPlace(change: RecordChange, places: Map<string, Places>): void {
  const code = codeOf(change, 'cat_code')
  const { created, removed } = places.get(code) ?? { created: 0, removed: 0 }
  if (change.action === 'create') places.set(code, { created: created + 1, removed })
  if (change.action === 'remove') places.set(code, { created, removed: removed + 1 })
}

function sidesOf({ action, fields }: RecordChange): readonly Side[] {
  const isNew = fields.length > 0 && fields.every(({ before }) => before === null)
  if (action === 'cannot') return isNew ? [] : ['before', 'after']
  return action === 'create' ? ['after'] : action === 'remove' ? ['before'] : ['before', 'after']
}

/** The first rows of a tree, and what is not among them. */
interface Tree {
  readonly rows: readonly TreeRow[]
  readonly rest?: string
}

function treeOf(codes: readonly string[], found: Found, side: Side): Tree {
  const present = codes.filter((code) => code !== '0' && isPresent(found.roots.get(code), side))
  const rows: TreeRow[] = []
  for (const { code, depth } of placesInTree(present, found.parents[side])) {
    if (rows.length === mostRows) return { rows, rest: restText(present, rows) }
    rows.push({ ...rowOf(code, found, side), depth })
  }
  return { rows }
}

function restText(present: readonly string[], rows: readonly TreeRow[]): string {
  const shown = new Set(rows.map(({ code }) => code))
  const hidden = present.filter((code) => !shown.has(code)).length
  return hidden === 0 ? 'and more places of these categories' : `and ${countOf(hidden, 'more category', 'more categories')}`
}

/**
 * Depth first; the parent `0` is the top of the tree. A category with two parents is in both places, a circle ends where it closes. Where
 * many categories have several parents there are more places than can be counted, so that the caller stops when it has enough.
 */
function* placesInTree(
  present: readonly string[],
  parents: ReadonlyMap<string, readonly string[]>,
): Generator<{ readonly code: string; readonly depth: number }, void> {
  const children = Map.groupBy(
    present.flatMap((code) => (parents.get(code) ?? []).map((parent) => ({ parent, code }))),
    ({ parent }) => parent,
  )
  const seen = new Set<string>()
  function* visit(code: string, path: readonly string[]): Generator<{ readonly code: string; readonly depth: number }, void> {
    seen.add(code)
    yield { code, depth: path.length }
    for (const child of children.get(code) ?? [])
      if (child.code !== code && !path.includes(child.code)) yield* visit(child.code, [...path, code])
  }
  for (const code of present) if ((parents.get(code) ?? ['0']).includes('0')) yield* visit(code, [])
  for (const code of present) if (!seen.has(code)) yield* visit(code, [])
}

function isPresent(root: RootView | undefined, side: Side): boolean {
  return root === undefined || root.action !== (side === 'before' ? 'create' : 'remove')
}

function rowOf(code: string, { roots, parents, places }: Found, side: Side): Omit<TreeRow, 'depth'> {
  const root = roots.get(code)
  const { created, removed } = places.get(code) ?? { created: 0, removed: 0 }
  const elsewhere = side === 'before' ? 'after' : 'before'
  if (root?.action === 'update' && !parents[side].has(code) && parents[elsewhere].has(code)) {
    return { code, name: nameOf(root, side), mark: '~', note: 'its place is not in this plan' }
  }
  const words = [...(created > 0 ? [`+${created}`] : []), ...(removed > 0 ? [`\u2212${removed}`] : [])]
  const note = side === 'before' || words.length === 0 ? '' : `${words.join(' ')} ${created + removed === 1 ? 'product' : 'products'}`
  return { code, name: nameOf(root, side), mark: markOf(root, parents, code), note }
}

function nameOf(root: RootView | undefined, side: Side): string {
  const change = root?.own?.change
  const name = change?.kind === 'record' ? change.fields.find(({ field }) => field === 'name') : undefined
  return name === undefined ? (root?.title ?? '') : sanitizeLine(name[side] ?? '')
}

function markOf(root: RootView | undefined, parents: Found['parents'], code: string): TreeRow['mark'] {
  if (root === undefined) return ''
  if (root.action === 'create') return '+'
  if (root.action === 'remove') return '-'
  const [before, after] = [parents.before, parents.after].map((side) => side.get(code)?.toSorted().join('\n'))
  return before === undefined || after === undefined || before === after ? '~' : 'moved'
}
