import { isHidden, keyOf } from '../records/named-fields.ts'
import { makeProblem } from '../problems/make-problem.ts'
import { parentsByCategory } from './every-record.ts'
import type { Rule } from './rule.ts'

/** A category in the menus has a product, itself or in a category below it (platform.md, "ProdCat"). */
export const emptyCategory: Rule = {
  id: 'empty-category',
  topic: 'categories',
  doc: 'A category that is not hidden has a product that is not inactive, itself or in a category below it.',
  severity: 'warning',
  why: 'platform.md, "Cat": "true hides the category from navigation": all others are in the menus, and one without products is an empty page. Checked only where every product of the catalogue declares its `categories`.',
  fix: 'Add a product, hide the category (`hide: true`), or remove it.',
  ignorable: true,
  needsWhole: true,
  check: ({ desired, facts: { places } }) => {
    const categories = desired.roots.Cat ?? []
    const codes = new Set(categories.map(({ fields }) => fields['code']))
    // A product with an unknown category, or without `categories`, would make other categories seem empty.
    if (!places.areDeclared || ![...places.named].every((code) => codes.has(code))) return []
    const filled = withAllAbove(places.shown, parentsByCategory(desired))
    return categories
      .filter((category) => !isHidden(category) && !filled.has(keyOf(category)))
      .map(({ fields, source }) =>
        makeProblem({
          rule: 'empty-category',
          severity: 'warning',
          at: source,
          message: `category ${fields['code']} has no active product`,
          fix: 'Add a product, set hide: true, or remove the category.',
        }),
      )
  },
}

/** The categories, and all categories above them. */
function withAllAbove(codes: ReadonlySet<string>, parents: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const pending = [...codes]
  const filled = new Set<string>()
  for (let code = pending.pop(); code !== undefined; code = pending.pop()) {
    if (filled.has(code)) continue
    filled.add(code)
    pending.push(...(parents.get(code) ?? []))
  }
  return filled
}
