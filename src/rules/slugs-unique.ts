import { makeProblem } from '../problems/make-problem.ts'
import type { Problem } from '../problems/problem.ts'
import { foldedCode } from '../records/folded-code.ts'
import type { CodeUse } from './code-index.ts'
import { repeats } from './repeats.ts'
import type { Rule } from './rule.ts'

/** No two pages of the shop have the same address, which products and categories share (platform.md, "Product" and "Cat"). */
export const slugsUnique: Rule = {
  id: 'slugs-unique',
  topic: 'texts',
  doc: 'No two products or categories have the same slug; case is ignored.',
  severity: 'error or warning',
  why: 'platform.md, "Product": "a slug of `<slug>` gives the URL `{base_url}/<slug>`", and "Cat" the same: one address can show one page only. It is a warning where one of the two is inactive or hidden, or where they differ only in case.',
  fix: 'Choose another slug for one of the two.',
  ignorable: true,
  check: ({ facts }) =>
    [...facts.slugs.alike()].flatMap((uses) => repeats(uses, ({ code }) => foldedCode(code)).map(([use, first]) => duplicate(use, first))),
}

function nameOf({ resource, owner }: CodeUse): string {
  return `${resource === 'Cat' ? 'category' : 'product'} ${owner}`
}

function duplicate(use: CodeUse, first: CodeUse): Problem {
  const same = use.code === first.code
  return makeProblem({
    rule: 'slugs-unique',
    severity: same && use.isShown && first.isShown ? 'error' : 'warning',
    at: use.at,
    message: `${nameOf(use)} has the slug "${use.code}", ${same ? 'the same as' : 'which differs only in case from that of'} ${nameOf(first)}`,
    fix: 'Choose another slug for one of the two.',
    related: { message: 'the first one', at: first.at },
  })
}
