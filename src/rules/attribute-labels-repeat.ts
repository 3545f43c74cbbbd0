import type { DesiredRecord } from '../records/desired.ts'
import { makeProblem } from '../problems/make-problem.ts'
import type { Problem } from '../problems/problem.ts'
import { spanOf } from './every-record.ts'
import type { Rule } from './rule.ts'

/** A product has each attribute label once, unless the store can hold several (semantics.md 6; assumptions.md W13). */
export const attributeLabelsRepeat: Rule = {
  id: 'attribute-labels-repeat',
  topic: 'texts',
  doc: 'A product has each attribute label once, ignoring case, unless `capabilities.attributes` of the store is `label+value`.',
  severity: 'warning',
  why: 'platform.md, "ProductAttributes", shows no key of an attribute: a second value of one label may replace the first (assumptions.md W13). A plan then leaves the attributes unchanged and reports them as `cannot`.',
  fix: 'Write the values as one text (`Material: Cotton, wool`), or set `capabilities: { attributes: label+value }` for a store that keeps both.',
  ignorable: true,
  eachRecord: true,
  check: ({ desired, attributes }) =>
    attributes === 'label+value' ? [] : (desired.roots.Product ?? []).filter(hasRepeats).flatMap(repeats),
}

/** True for few products. */
function hasRepeats({ children: { ProductAttributes: rows = [] } }: DesiredRecord): boolean {
  const labels = new Set<string>()
  for (const { fields } of rows) labels.add(foldedLabel(fields['label'] ?? ''))
  return labels.size < rows.length
}

function foldedLabel(label: string): string {
  return label.trim().toLowerCase()
}

function repeats(product: DesiredRecord): Problem[] {
  const first = new Map<string, DesiredRecord>()
  const reported = new Set<string>()
  return (product.children.ProductAttributes ?? []).flatMap((row) => {
    const label = row.fields['label'] ?? ''
    const folded = foldedLabel(label)
    const known = first.get(folded)
    if (!known) first.set(folded, row)
    if (!known || reported.has(folded)) return []
    reported.add(folded)
    const other = known.fields['label'] ?? ''
    const also = other === label ? '' : `, also written "${other}"`
    return [
      makeProblem({
        rule: 'attribute-labels-repeat',
        severity: 'warning',
        at: spanOf(row, 'value'),
        message: `${product.fields['sku']} has more than one value for the attribute "${label}"${also}, and this store may keep only one`,
        fix: 'Write them as one text, or set capabilities: { attributes: label+value } for the store.',
        related: { message: 'the first value', at: spanOf(known, 'value') },
      }),
    ]
  })
}
