import type { CodeIndex, CodeUse } from './code-index.ts'
import { type Finding, foldFindings } from './fold-findings.ts'
import { repeats } from './repeats.ts'
import type { Rule } from './rule.ts'

/** A code of another system identifies one record (platform.md, "Product" and "Variants"). */
export const identifiersUnique: Rule = {
  id: 'identifiers-unique',
  topic: 'codes',
  doc: 'No two products have the same gtin or the same external_id, and no two variants the same external_id.',
  severity: 'warning',
  why: 'platform.md, "Product": gtin is "used for product feeds", external_id is the "code of this product in another system". A feed drops one of two products with the same gtin, and an ERP system books both as one article. Duplicates are nearly always a copied line.',
  fix: 'Correct one of the two, or remove it.',
  ignorable: true,
  check: ({ facts: { gtins, productIds, variantIds } }) =>
    foldFindings('identifiers-unique', [
      ...duplicates(gtins, 'gtin'),
      ...duplicates(productIds, 'external_id'),
      ...duplicates(variantIds, 'external_id'),
    ]),
}

function duplicates(index: CodeIndex, field: string): Finding[] {
  return [...index.alike()].flatMap((uses) => repeats(uses, ({ code }) => code).map(([use, first]) => finding(field, use, first)))
}

function finding(field: string, { code, owner, at }: CodeUse, first: CodeUse): Finding {
  return {
    subject: owner,
    body: `has the same ${field} as ${first.owner}: ${code}`,
    fix: 'Correct one of the two, or remove it.',
    severity: 'warning',
    at,
    related: { message: 'the first one', at: first.at },
  }
}
