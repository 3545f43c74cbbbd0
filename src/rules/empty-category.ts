import type { DesiredRecord } from '../records/desired.ts'
import { makeProblem } from '../problems/make-problem.ts'
import type { Rule } from './rule.ts'

/** A category that customers see leads to a product, itself or through others (platform.md, "ProdCat"). */
export const emptyCategory: Rule = {
  id: 'empty-category',
  doc: 'A category that is not hidden has a product that is not inactive, or has a category below it that has.',
  severity: 'warning',
  why: 'platform.md, "Cat": "true hides the category from navigation": all others are in the menus, and one without a product is an empty page. It is looked at only where every product of the catalogue says its `categories`.',
  mend: 'Add a product, hide the category (`hide: true`), or take it out.',
  ignorable: true,
  needsWhole: true,
  check: ({ desired, facts: { places } }) => {
    const categories = desired.roots.Cat ?? []
    const codes = new Set(categories.map(({ fields }) => fields['code']))
    // A product whose category is misspelt, or is not told here, would make others seem empty.
    if (!places.isTold || ![...places.named].every((code) => codes.has(code))) return []
    const filled = withAllAbove(places.shown, categories)
    return categories
      .filter(({ fields }) => fields['hide'] !== 'true' && !filled.has(fields['code'] ?? ''))
      .map(({ fields, source }) =>
        makeProblem({
          rule: 'empty-category',
          severity: 'warning',
          at: source,
          message: `category ${fields['code']} has no product that customers see`,
          fix: 'Add a product, write hide: true, or take the category out.',
        }),
      )
  },
}

/** Categories, and all above them. */
function withAllAbove(codes: ReadonlySet<string>, categories: readonly DesiredRecord[]): ReadonlySet<string> {
  const parents = new Map(categories.map((cat) => [cat.fields['code'] ?? '', (cat.children.CatParent ?? []).map(parentOf)]))
  const pending = [...codes]
  const filled = new Set<string>()
  for (let code = pending.pop(); code !== undefined; code = pending.pop()) {
    if (filled.has(code)) continue
    filled.add(code)
    pending.push(...(parents.get(code) ?? []))
  }
  return filled
}

function parentOf({ fields }: DesiredRecord): string {
  return fields['parent_code'] ?? ''
}
