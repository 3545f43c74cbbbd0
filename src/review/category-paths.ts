import type { RootName } from '../records/desired.ts'
import type { ResourceName } from '../resources/registry.ts'
import { sanitizeLine } from '../report/sanitize.ts'
import type { PlanView } from '../report/view/plan-view.ts'
import type { RootView } from '../report/view/root-view.ts'

/** What the catalogue declares of its categories. */
export interface DeclaredCategories {
  /** A category by its code; a top-level one has no parents, or the parent `0`. */
  readonly find: (code: string) => { readonly name: string; readonly parents: readonly string[] } | undefined
  /** The codes of the categories of a product by its sku; `undefined`: it is not known. */
  readonly of: (sku: string) => readonly string[] | undefined
}

/** Where nothing is known of the catalogue that a plan was made from. */
export const noDeclaredCategories: DeclaredCategories = { find: () => undefined, of: () => undefined }

/** The categories of a plan, as they are after the apply. */
export interface CategoryPaths {
  /** `Apparel › T-shirts`, one for each parent, sanitized; where only the code is known, that. */
  readonly pathsOf: (code: string) => readonly string[]
  /**
   * The codes of the categories that a record is in, as far as they are known; that of a category is its own. `null`: neither the plan nor the
   * catalogue tells those of this product.
   */
  readonly codesOf: (root: RootView) => readonly string[] | null
}

const top = '0'
const arrow = ' \u203A '
const mostPaths = 4
const deepest = 20

/** The categories that the plan and the catalogue contain. */
export function openCategoryPaths({ roots }: Pick<PlanView, 'roots'>, declared: DeclaredCategories): CategoryPaths {
  const names = new Map<string, string>()
  const parents = new Map<string, string[]>()
  for (const root of roots) if (isOf(root, 'Cat')) addCategory(root, { names, parents })
  const parentsOf = (code: string): readonly string[] => declared.find(code)?.parents ?? parents.get(code) ?? []
  const nameOf = (code: string): string => names.get(code) ?? sanitizeLine(declared.find(code)?.name || code)
  const pathsOf = (code: string, below: readonly string[]): readonly string[] => {
    const above = parentsOf(code).filter((parent) => parent !== top && parent !== code && !below.includes(parent))
    if (above.length === 0 || below.length > deepest) return [nameOf(code)]
    return above.flatMap((parent) => pathsOf(parent, [code, ...below]).map((path) => `${path}${arrow}${nameOf(code)}`)).slice(0, mostPaths)
  }
  return {
    pathsOf: (code) => pathsOf(code, []),
    codesOf(root) {
      if (isOf(root, 'Cat')) return [root.key]
      return isOf(root, 'Product') ? (declared.of(root.key) ?? plannedCodes(root)) : []
    },
  }
}

function isOf({ own, below }: RootView, resource: RootName): boolean {
  const change = own?.change ?? below[0]?.change
  return change !== undefined && change.kind !== 'file' && change.root.resource === resource
}

function addCategory(root: RootView, { names, parents }: { names: Map<string, string>; parents: Map<string, string[]> }): void {
  const change = root.own?.change
  const name = change?.kind === 'record' ? change.fields.find(({ field }) => field === 'name')?.after : undefined
  if (name || root.title !== '') names.set(root.key, name ? sanitizeLine(name) : root.title)
  parents.set(root.key, rowsBelow(root, 'CatParent', 'parent_code'))
}

/** Only of a product that is created or removed the plan has all places, so that a product without one is in no category. */
function plannedCodes(root: RootView): readonly string[] | null {
  const codes = rowsBelow(root, 'ProdCat', 'cat_code')
  return codes.length === 0 && root.action === 'update' ? null : codes
}

/** What the rows of a resource below a root refer to, but for those that are removed. */
function rowsBelow({ below }: RootView, resource: ResourceName, field: string): string[] {
  return below.flatMap(({ change }) => {
    if (change.kind !== 'record' || change.resource !== resource || change.action === 'remove') return []
    const value = change.key[field]
    return value === undefined ? [] : [value]
  })
}
