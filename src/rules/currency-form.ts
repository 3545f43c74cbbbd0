import { spanOf } from './every-record.ts'
import { type Finding, foldFindings } from './fold-findings.ts'
import { gridsOf } from './grids-of.ts'
import type { Rule, RuleContext } from './rule.ts'

/** A forced price names a currency by its three capital letters (platform.md, "PricingAdvanced": currency_code). */
export const currencyForm: Rule = {
  id: 'currency-form',
  topic: 'prices',
  doc: 'A forced price names a currency by three capital letters, such as EUR, other than the default currency of the config.',
  severity: 'warning',
  why: 'platform.md, "PricingAdvanced": "set only to force a price in a given currency". A code that the store does not know forces nothing, and customers pay the converted price. In the default currency the entry already has a price: which of the two is charged is not shown.',
  fix: 'Write the ISO 4217 code in capital letters: EUR, NOK, GBP. Prices in the default currency belong in `prices`.',
  ignorable: true,
  eachRecord: true,
  check: (context) => foldFindings('currency-form', wrongCurrencies(context)),
}

function* wrongCurrencies(context: RuleContext): Generator<Finding> {
  for (const { sku, rows } of gridsOf(context)) {
    for (const row of rows) {
      const code = row.fields['currency_code'] ?? ''
      const fault = code === '' ? undefined : faultOf(code, context.currencies?.default ?? null)
      if (fault) yield { subject: sku, ...fault, severity: 'warning', at: spanOf(row, 'currency_code') }
    }
  }
}

function faultOf(code: string, defaultCurrency: string | null): Pick<Finding, 'body' | 'fix'> | undefined {
  if (code === defaultCurrency) {
    return {
      body: `forces a price in ${code}, the default currency, in addition to its regular price`,
      fix: 'Write this price under prices, and remove it here.',
    }
  }
  if (/^[A-Z]{3}$/.test(code)) return undefined
  const fix = /^[a-z]{3}$/i.test(code) ? `Write ${code.toUpperCase()}.` : 'Write three capital letters, such as EUR.'
  return { body: `forces a price in "${code}", which is not a currency code`, fix }
}
