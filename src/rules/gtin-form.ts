import { makeProblem } from '../problems/make-problem.ts'
import { spanOf } from './every-record.ts'
import type { Rule } from './rule.ts'

/** A GTIN has one of its four lengths, and a correct check digit (platform.md, "Product": used for feeds). */
export const gtinForm: Rule = {
  id: 'gtin-form',
  topic: 'codes',
  doc: 'A gtin has 8, 12, 13 or 14 digits, and its last digit is the check digit of the others.',
  severity: 'warning',
  why: 'platform.md, "Product": gtin is "used for product feeds and filtering". Feeds reject a number with a wrong check digit, which is what a mistyped digit causes.',
  fix: 'Copy the number again from the barcode, without spaces. Leave `gtin` out where there is none.',
  ignorable: true,
  eachRecord: true,
  check: ({ desired }) =>
    (desired.roots.Product ?? []).flatMap((product) => {
      const gtin = product.fields['gtin'] ?? ''
      const fault = gtin === '' ? null : faultOf(gtin)
      if (fault === null) return []
      const message = `the gtin "${gtin}" of ${product.fields['sku']} ${fault}`
      return [
        makeProblem({
          rule: 'gtin-form',
          severity: 'warning',
          at: spanOf(product, 'gtin'),
          message,
          fix: 'Copy it again from the barcode.',
        }),
      ]
    }),
}

function faultOf(gtin: string): string | null {
  if (!/^\d+$/.test(gtin)) return 'contains other characters than digits'
  if (![8, 12, 13, 14].includes(gtin.length)) return `has ${gtin.length} digits, not 8, 12, 13 or 14`
  if (/^0+$/.test(gtin)) return 'consists of zeros'
  const last = gtin.length - 1
  const given = Number(gtin[last])
  let sum = 0
  // From the right, the digits have the weights 3 and 1 in turn.
  for (let index = 0; index < last; index += 1) sum += Number(gtin[index]) * ((last - index) % 2 === 1 ? 3 : 1)
  const wanted = (10 - (sum % 10)) % 10
  return wanted === given ? null : `has a wrong check digit: with these digits it must end in ${wanted}`
}
