import { makeProblem } from '../problems/make-problem.ts'
import type { Problem } from '../problems/problem.ts'
import type { CodeUse } from './code-index.ts'
import type { Rule } from './rule.ts'

/** Prices and stock of products and of variants share one name space (semantics.md 9; assumptions.md W33). */
export const variantCodeIsSku: Rule = {
  id: 'variant-code-is-sku',
  topic: 'codes',
  doc: 'No variant has the sku of a product as its code.',
  severity: 'error',
  why: 'platform.md, "Inventory": "Product sku (or Variant code)"; "PricingAdvanced": "Product sku or Variant code". With one code for both, prices and stock cannot be assigned to one of them.',
  fix: 'Choose another code for the variant.',
  check: ({ facts }) => [...facts.codes.alike()].flatMap(clashesAmong),
}

function clashesAmong(uses: readonly CodeUse[]): Problem[] {
  const products = new Map(uses.flatMap((use) => (use.resource === 'Product' ? [[use.code, use] as const] : [])))
  return uses.flatMap((use) => {
    const product = use.resource === 'Variants' ? products.get(use.code) : undefined
    return product ? [clash(use, product)] : []
  })
}

function clash({ code, at }: CodeUse, product: CodeUse): Problem {
  return makeProblem({
    rule: 'variant-code-is-sku',
    message: `variant ${code} has the sku of a product as its code`,
    fix: 'Choose another code for the variant.',
    at,
    related: { message: 'the product', at: product.at },
  })
}
