import type { DesiredRecord } from '../records/desired.ts'
import { makeProblem } from '../problems/make-problem.ts'
import type { Problem } from '../problems/problem.ts'
import { spanOf } from './every-record.ts'
import type { Rule } from './rule.ts'

/** A product has each attribute label once, unless the store can hold several (semantics.md 6; assumptions.md W13). */
export const attributeLabelsRepeat: Rule = {
  id: 'attribute-labels-repeat',
  doc: 'A product has each attribute label once, whatever its case, unless `capabilities.attributes` of the store is `label+value`.',
  severity: 'warning',
  why: 'platform.md, "ProductAttributes", shows no key of an attribute, so that a second value of one label may replace the first (assumptions.md W13). A plan then leaves the attributes alone and says `cannot`.',
  mend: 'Write the values as one text (`Material: Cotton, wool`), or say `capabilities: { attributes: label+value }` of a store that can hold both.',
  ignorable: true,
  eachRecord: true,
  check: ({ desired, attributes }) => (attributes === 'label+value' ? [] : (desired.roots.Product ?? []).flatMap(repeats)),
}

function repeats(product: DesiredRecord): Problem[] {
  const first = new Map<string, DesiredRecord>()
  const said = new Set<string>()
  return (product.children.ProductAttributes ?? []).flatMap((row) => {
    const label = row.fields['label'] ?? ''
    const folded = label.trim().toLowerCase()
    const known = first.get(folded)
    if (!known) first.set(folded, row)
    if (!known || said.has(folded)) return []
    said.add(folded)
    const other = known.fields['label'] ?? ''
    const also = other === label ? '' : `, also written "${other}"`
    return [
      makeProblem({
        rule: 'attribute-labels-repeat',
        severity: 'warning',
        at: spanOf(row, 'value'),
        message: `${product.fields['sku']} has more than one value of the attribute "${label}"${also}, and this store may keep only one`,
        fix: 'Write them as one text, or say capabilities: { attributes: label+value } of the store.',
        related: { message: 'the first value', at: spanOf(known, 'value') },
      }),
    ]
  })
}
