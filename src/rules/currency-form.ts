import { spanOf } from './every-record.ts'
import { type Finding, foldFindings } from './fold-findings.ts'
import { gridsOf } from './grids-of.ts'
import type { Rule, RuleContext } from './rule.ts'

/** A forced price names a currency by its three capital letters (platform.md, "PricingAdvanced": currency_code). */
export const currencyForm: Rule = {
  id: 'currency-form',
  doc: 'A price is forced in a currency of three capital letters, such as EUR, and not in the default one of the config.',
  severity: 'warning',
  why: 'platform.md, "PricingAdvanced": "set only to force a price in a given currency". A code that the store does not know forces nothing, and customers pay the converted price. In the default currency there is the price of the entry already: with a second one beside it, nobody can say which is charged.',
  mend: 'Write the code of ISO 4217 in capital letters: EUR, NOK, GBP. What holds in the default currency goes into `prices`.',
  ignorable: true,
  eachRecord: true,
  check: (context) => foldFindings('currency-form', odd(context)),
}

function* odd(context: RuleContext): Generator<Finding> {
  for (const { sku, rows } of gridsOf(context)) {
    for (const row of rows) {
      const code = row.fields['currency_code'] ?? ''
      const fault = code === '' ? undefined : faultOf(code, context.currencies?.default ?? null)
      if (fault) yield { subject: sku, ...fault, severity: 'warning', at: spanOf(row, 'currency_code') }
    }
  }
}

function faultOf(code: string, usual: string | null): Pick<Finding, 'body' | 'fix'> | undefined {
  if (code === usual) {
    return {
      body: `forces a price in ${code}, the default currency, beside its price there`,
      fix: 'Write the price under prices, and take this one out.',
    }
  }
  if (/^[A-Z]{3}$/.test(code)) return undefined
  const fix = /^[a-z]{3}$/i.test(code) ? `Write ${code.toUpperCase()}.` : 'Write three capital letters, such as EUR.'
  return { body: `forces a price in "${code}", which is no currency code`, fix }
}
