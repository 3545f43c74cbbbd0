import { makeProblem } from '../problems/make-problem.ts'
import type { Problem } from '../problems/problem.ts'
import type { CodeUse } from './code-index.ts'
import type { Rule } from './rule.ts'

/** No two pages of the shop have one address: products and categories share it (platform.md, "Product" and "Cat"). */
export const slugsUnique: Rule = {
  id: 'slugs-unique',
  doc: 'No two products or categories have one slug; upper and lower case count as the same.',
  severity: 'error or warning',
  why: 'platform.md, "Product": "a slug of `<slug>` gives the URL `{base_url}/<slug>`", and "Cat" the same: one address can show one page only. It is a warning where one of the two is inactive or hidden, or where they differ by case.',
  mend: 'Give one of the two another slug.',
  ignorable: true,
  check: ({ facts }) =>
    [...facts.slugs.alike()].flatMap(([first, ...others]) => others.flatMap((use) => (first ? [taken(use, first)] : []))),
}

function nameOf({ resource, owner }: CodeUse): string {
  return `${resource === 'Cat' ? 'category' : 'product'} ${owner}`
}

function taken(use: CodeUse, first: CodeUse): Problem {
  const same = use.code === first.code
  return makeProblem({
    rule: 'slugs-unique',
    severity: same && use.isShown && first.isShown ? 'error' : 'warning',
    at: use.at,
    message: `${nameOf(use)} has the slug "${use.code}", ${same ? 'which' : 'which but for case'} ${nameOf(first)} has already`,
    fix: 'Give one of the two another slug.',
    related: { message: 'the first one', at: first.at },
  })
}
