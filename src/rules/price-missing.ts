import { skuOf } from '../records/named-fields.ts'
import type { Desired, DesiredRecord } from '../records/desired.ts'
import type { Problem } from '../problems/problem.ts'
import { type Finding, foldFindings } from './fold-findings.ts'
import type { Rule } from './rule.ts'

/** Everything that is sold has a price or a grid (semantics.md 3). */
export const priceMissing: Rule = {
  id: 'price-missing',
  topic: 'prices',
  doc: 'A variant has a price or a grid; so has a product without variants, unless its prices are not managed in the catalogue.',
  severity: 'error or warning',
  why: 'Without a price an item is free or cannot be bought (platform.md, "Product": "price when using simple pricing"). For a product it is a warning: its prices may be managed elsewhere.',
  fix: 'Set `price` or `pricing`; for all variants at once under `variants.each`.',
  ignorable: true,
  eachRecord: true,
  check: ({ desired }) => foldFindings('price-missing', unpriced(desired)),
}

function* unpriced(desired: Desired): Generator<Finding> {
  for (const product of desired.roots.Product ?? []) {
    const variants = product.children.Variants ?? []
    for (const variant of variants) {
      if (!isPriced(variant)) yield finding(variant, 'error')
    }
    // The prices of a product may be managed elsewhere: a warning. An empty grid is declared: an error.
    if (variants.length === 0 && !isPriced(product)) yield finding(product, product.children.PricingAdvanced ? 'error' : 'warning')
  }
}

function isPriced({ fields, children }: DesiredRecord): boolean {
  return (fields['price'] ?? '') !== '' || (children.PricingAdvanced ?? []).length > 0
}

function finding(record: DesiredRecord, severity: Problem['severity']): Finding {
  const variant = record.resource === 'Variants'
  return {
    subject: `${variant ? 'variant ' : ''}${skuOf(record)}`,
    body: 'has neither a price nor a grid',
    fix: variant ? 'Set `price` or `pricing`, here or for all variants under `each`.' : 'Set `price` or `pricing`.',
    severity,
    at: record.source,
  }
}
