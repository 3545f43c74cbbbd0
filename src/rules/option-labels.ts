import { skuOf } from '../records/named-fields.ts'
import type { DesiredRecord } from '../records/desired.ts'
import { makeProblem } from '../problems/make-problem.ts'
import type { Problem } from '../problems/problem.ts'
import { spanOf } from './every-record.ts'
import type { Rule } from './rule.ts'

/** A customer can tell the choices apart (platform.md, "Options": o_label, o_value). */
export const optionLabels: Rule = {
  id: 'option-labels',
  topic: 'options',
  doc: 'Every option of a product, and every value of an option, has a label of its own.',
  severity: 'warning',
  why: 'platform.md, "Options": o_label is the "label shown when rendering", o_value a "comma-separated list of `<value>=<label>` items". Customers cannot tell two choices with the same label apart.',
  fix: 'Give each a label of its own.',
  ignorable: true,
  eachRecord: true,
  check: ({ desired }) => (desired.roots.Product ?? []).flatMap(problemsOf),
}

interface Labelled {
  /** The key of the option or of the value. */
  readonly key: string
  readonly label: string
  readonly at: Problem['at']
}

function problemsOf(product: DesiredRecord): Problem[] {
  const options = product.children.Options ?? []
  const sku = skuOf(product)
  const labelled = options.map((option): Labelled => ({
    key: nameOf(option),
    label: option.fields['o_label'] ?? '',
    at: spanOf(option, 'o_label'),
  }))
  return [
    ...labelProblems(labelled, (keys) => `${keys.length > 1 ? 'options' : 'option'} ${keys.join(' and ')} of ${sku}`),
    ...options.flatMap((option) =>
      labelProblems(
        valuesOf(option),
        (keys) => `${keys.length > 1 ? 'values' : 'value'} ${keys.join(' and ')} of option ${nameOf(option)} of ${sku}`,
      ),
    ),
  ]
}

function nameOf({ fields }: DesiredRecord): string {
  return fields['o_group'] ?? ''
}

function valuesOf(option: DesiredRecord): Labelled[] {
  const parts = (option.fields['o_value'] ?? '').split(',').filter((part) => part !== '')
  return parts.map((part) => {
    const [key = '', ...label] = part.split('=')
    return { key, label: label.join('='), at: spanOf(option, 'o_value') }
  })
}

function labelProblems(labelled: readonly Labelled[], nameThe: (keys: readonly string[]) => string): Problem[] {
  const first = new Map<string, string>()
  return labelled.flatMap(({ key, label, at }) => {
    const folded = label.trim().toLowerCase()
    const known = first.get(folded)
    if (folded !== '' && known === undefined) {
      first.set(folded, key)
      return []
    }
    const message = known === undefined ? `${nameThe([key])} has no label` : `${nameThe([known, key])} have the same label "${label}"`
    return [makeProblem({ rule: 'option-labels', severity: 'warning', at, message, fix: 'Give each a label of its own.' })]
  })
}
