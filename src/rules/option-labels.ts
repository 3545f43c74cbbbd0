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
  check: ({ desired }) => (desired.roots.Product ?? []).flatMap((product) => (product.children.Options ? problemsOf(product) : none)),
}

const none: readonly Problem[] = []

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
  const at = spanOf(option, 'o_value')
  const found: Labelled[] = []
  for (const part of (option.fields['o_value'] ?? '').split(',')) {
    const end = part.indexOf('=')
    if (part !== '') found.push({ key: end < 0 ? part : part.slice(0, end), label: end < 0 ? '' : part.slice(end + 1), at })
  }
  return found
}

function labelProblems(labelled: readonly Labelled[], nameThe: (keys: readonly string[]) => string): Problem[] {
  const first = new Map<string, string>()
  const problems: Problem[] = []
  for (const { key, label, at } of labelled) {
    const folded = label.trim().toLowerCase()
    const known = first.get(folded)
    if (folded !== '' && known === undefined) {
      first.set(folded, key)
      continue
    }
    const message = known === undefined ? `${nameThe([key])} has no label` : `${nameThe([known, key])} have the same label "${label}"`
    problems.push(makeProblem({ rule: 'option-labels', severity: 'warning', at, message, fix: 'Give each a label of its own.' }))
  }
  return problems
}
