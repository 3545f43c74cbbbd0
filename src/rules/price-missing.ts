import type { Desired, DesiredRecord } from '../records/desired.ts'
import type { Problem } from '../problems/problem.ts'
import { codeOf } from './every-record.ts'
import { type Finding, foldFindings } from './fold-findings.ts'
import type { Rule } from './rule.ts'

/** Whatever is sold has a price or a grid (semantics.md 3). */
export const priceMissing: Rule = {
  id: 'price-missing',
  doc: 'A variant has a price or a grid; so has a product without variants, unless its prices are not managed here.',
  severity: 'error or warning',
  why: 'A thing without a price is sold for nothing, or not at all (platform.md, "Product": "price when using simple pricing"). For a product it is a warning: its prices may be kept elsewhere.',
  mend: 'Give it `price` or `pricing`; for all variants at once under `variants.each`.',
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
    /** A product whose fields are managed in part is fine, so that this is a warning; an emptied grid is not. */
    if (variants.length === 0 && !isPriced(product)) yield finding(product, product.children.PricingAdvanced ? 'error' : 'warning')
  }
}

function isPriced({ fields, children }: DesiredRecord): boolean {
  return (fields['price'] ?? '') !== '' || (children.PricingAdvanced ?? []).length > 0
}

function finding(record: DesiredRecord, severity: Problem['severity']): Finding {
  const variant = record.resource === 'Variants'
  return {
    subject: `${variant ? 'variant ' : ''}${codeOf(record)}`,
    body: 'has neither a price nor a grid',
    fix: variant ? 'Give it `price` or `pricing`, here or for all variants under `each`.' : 'Give it `price` or `pricing`.',
    severity,
    at: record.source,
  }
}
