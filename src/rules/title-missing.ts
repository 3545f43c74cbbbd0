import type { DesiredRecord } from '../records/desired.ts'
import type { SourceSpan } from '../source/source.ts'
import { makeProblem } from '../problems/make-problem.ts'
import type { Problem } from '../problems/problem.ts'
import { spanOf } from './every-record.ts'
import type { Rule } from './rule.ts'

/** Products and categories have a name (platform.md, "Product" and "Cat"). */
export const titleMissing: Rule = {
  id: 'title-missing',
  topic: 'texts',
  doc: 'A product has a title and a category a name, where the catalogue gives one to other products or categories.',
  severity: 'warning',
  why: 'platform.md, "Product": "main title"; "Cat": "category name". Without it a card in the shop has no text. A catalogue without any titles leaves them to the store and gets no warning.',
  fix: 'Add `title` to the product, `name` to the category.',
  ignorable: true,
  check: ({ desired, facts: { titles } }) => [
    ...titles.missing.filter(({ isGiven }) => titles.isManaged || isGiven).map(({ sku, at }) => missing(`product ${sku}`, 'title', at)),
    ...namelessCategories(desired.roots.Cat ?? []),
  ],
}

function namelessCategories(categories: readonly DesiredRecord[]): Problem[] {
  const isManaged = categories.some(({ fields }) => (fields['name'] ?? '').trim() !== '')
  return categories
    .filter(({ fields: { name } }) => (isManaged || name !== undefined) && (name ?? '').trim() === '')
    .map((category) => missing(`category ${category.fields['code']}`, 'name', spanOf(category, 'name')))
}

function missing(what: string, field: string, at: SourceSpan): Problem {
  return makeProblem({ rule: 'title-missing', severity: 'warning', at, message: `${what} has no ${field}`, fix: `Add ${field}.` })
}
