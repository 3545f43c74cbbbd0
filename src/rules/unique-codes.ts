import type { Problem } from '../problems/problem.ts'
import type { CodeUse } from './code-index.ts'
import type { Rule } from './rule.ts'

/** Records of these hang on a product, so that two products can claim one code. */
const looked: readonly CodeUse['resource'][] = ['Variants', 'Options', 'ExtraImages']

/** Codes of variants, options and extra pictures are unique in the whole store, not only in their product. */
export const uniqueCodes: Rule = {
  id: 'unique-codes',
  doc: 'No two variants, options or extra pictures have one code, whichever products they belong to.',
  severity: 'error',
  why: 'The code is the key of the record: the second one would overwrite the first (platform.md, "Variants": "unique product or variation code"; "Options" and "ExtraImages": "any unique string").',
  mend: 'Give one of the two another code.',
  check: ({ facts }) => [...facts.codes.alike()].flatMap((uses) => looked.flatMap((resource) => twins(uses, resource))),
}

function twins(uses: readonly CodeUse[], resource: CodeUse['resource']): Problem[] {
  const byCode = Map.groupBy(
    uses.filter((use) => use.resource === resource),
    ({ code }) => code,
  )
  return [...byCode.values()].flatMap(([first, ...others]) => others.flatMap((use) => (first ? [twice(use, first)] : [])))
}

function twice({ resource, code, owner, at }: CodeUse, first: CodeUse): Problem {
  return {
    rule: 'unique-codes',
    severity: 'error',
    message: `${resource} code "${code}" is used twice: by ${first.owner} and by ${owner}`,
    fix: 'Give one of them another code.',
    at,
    related: { message: 'the first one', at: first.at },
  }
}
