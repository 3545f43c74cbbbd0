import type { CodeIndex, CodeUse } from './code-index.ts'
import { type Finding, foldFindings } from './fold-findings.ts'
import type { Rule } from './rule.ts'

/** Codes that other systems know a thing by stand for one thing (platform.md, "Product" and "Variants"). */
export const identifiersUnique: Rule = {
  id: 'identifiers-unique',
  doc: 'No two products have one gtin or one external_id, and no two variants one external_id.',
  severity: 'warning',
  why: 'platform.md, "Product": gtin is "used for product feeds", external_id is the "code of this product in another system". A feed drops one of two products with one gtin, and an ERP books both on one article. Two alike are nearly always a copied line.',
  mend: 'Correct one of the two, or take it out.',
  ignorable: true,
  check: ({ facts: { gtins, productIds, variantIds } }) =>
    foldFindings('identifiers-unique', [
      ...doubles(gtins, 'gtin'),
      ...doubles(productIds, 'external_id'),
      ...doubles(variantIds, 'external_id'),
    ]),
}

function doubles(index: CodeIndex, field: string): Finding[] {
  return [...index.alike()].flatMap((uses) =>
    [...Map.groupBy(uses, ({ code }) => code).values()].flatMap(([first, ...others]) =>
      others.flatMap((use) => (first ? [finding(field, use, first)] : [])),
    ),
  )
}

function finding(field: string, { code, owner, at }: CodeUse, first: CodeUse): Finding {
  return {
    subject: owner,
    body: `has the ${field} ${code}, which ${first.owner} has already`,
    fix: 'Correct one of the two, or take it out.',
    severity: 'warning',
    at,
    related: { message: 'the first one', at: first.at },
  }
}
