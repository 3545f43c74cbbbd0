import type { Problem } from '../problems/problem.ts'
import type { CodeUse } from './code-index.ts'
import type { Rule } from './rule.ts'

/** Prices and stock of products and of variants share one name space (semantics.md 9; assumptions.md W33). */
export const variantCodeIsSku: Rule = {
  id: 'variant-code-is-sku',
  doc: 'No variant has the sku of a product as its code, because prices and stock could not tell them apart.',
  severity: 'error',
  why: 'platform.md, "Inventory": "Product sku (or Variant code)"; "PricingAdvanced": "Product sku or Variant code". With one code for both, prices and stock belong to neither.',
  mend: 'Give the variant a code of its own.',
  check: ({ facts }) =>
    [...facts.codes.alike()].flatMap((uses) =>
      uses
        .filter(({ resource }) => resource === 'Variants')
        .flatMap((variant) => {
          const product = uses.find(({ resource, code }) => resource === 'Product' && code === variant.code)
          return product ? [clash(variant, product)] : []
        }),
    ),
}

function clash({ code, at }: CodeUse, product: CodeUse): Problem {
  return {
    rule: 'variant-code-is-sku',
    severity: 'error',
    message: `variant ${code} has the sku of a product as its code`,
    fix: 'Give the variant a code of its own.',
    at,
    related: { message: 'the product', at: product.at },
  }
}
