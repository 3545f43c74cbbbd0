import { makeProblem } from '../problems/make-problem.ts'
import type { Problem } from '../problems/problem.ts'
import type { CodeUse } from './code-index.ts'
import { repeats } from './repeats.ts'
import type { Rule } from './rule.ts'

/** Resources below a product: two products can use one code. */
const checked: readonly CodeUse['resource'][] = ['Variants', 'Options', 'ExtraImages']

/** Codes of variants, options and extra images are unique in the whole store, not only in their product. */
export const uniqueCodes: Rule = {
  id: 'unique-codes',
  topic: 'codes',
  doc: 'No two variants, options or extra images have the same code, whichever products they belong to.',
  severity: 'error',
  why: 'The code is the key of the record: the second one would overwrite the first (platform.md, "Variants": "unique product or variation code"; "Options" and "ExtraImages": "any unique string").',
  fix: 'Choose another code for one of the two.',
  check: ({ facts }) => [...facts.codes.alike()].flatMap((uses) => checked.flatMap((resource) => inResource(uses, resource))),
}

function inResource(uses: readonly CodeUse[], resource: CodeUse['resource']): Problem[] {
  const own = uses.filter((use) => use.resource === resource)
  return repeats(own, ({ code }) => code).map(([use, first]) => duplicate(use, first))
}

function duplicate({ resource, code, owner, at }: CodeUse, first: CodeUse): Problem {
  return makeProblem({
    rule: 'unique-codes',
    message: `${resource} code "${code}" is used twice: by ${first.owner} and by ${owner}`,
    fix: 'Choose another code for one of them.',
    at,
    related: { message: 'the first one', at: first.at },
  })
}
