import type { DesiredRecord } from '../../records/desired.ts'
import type { Problem } from '../problem.ts'
import { codeOf, spanOf } from './every-record.ts'
import type { Rule } from './rule.ts'

/** Prices and stock of products and of variants share one name space (semantics.md 9; assumptions.md W33). */
export const variantCodeIsSku: Rule = {
  id: 'variant-code-is-sku',
  doc: 'No variant has the sku of a product as its code, because prices and stock could not tell them apart.',
  severity: 'error',
  why: 'platform.md, "Inventory": "Product sku (or Variant code)"; "PricingAdvanced": "Product sku or Variant code". With one code for both, prices and stock belong to neither.',
  mend: 'Give the variant a code of its own.',
  check: ({ desired }) => {
    const products = new Map((desired.roots.Product ?? []).map((product) => [codeOf(product), product]))
    return [...products.values()].flatMap(({ children }) =>
      (children.Variants ?? []).flatMap((variant): Problem[] => {
        const product = products.get(codeOf(variant))
        return product ? [clash(variant, product)] : []
      }),
    )
  },
}

function clash(variant: DesiredRecord, product: DesiredRecord): Problem {
  return {
    rule: 'variant-code-is-sku',
    severity: 'error',
    message: `variant ${codeOf(variant)} has the sku of a product as its code`,
    fix: 'Give the variant a code of its own.',
    at: spanOf(variant, 'code'),
    related: { message: 'the product', at: product.source },
  }
}
