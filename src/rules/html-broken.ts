import type { DesiredRecord } from '../records/desired.ts'
import { findResource } from '../resources/registry.ts'
import { makeProblem } from '../problems/make-problem.ts'
import type { Problem } from '../problems/problem.ts'
import { spanOf } from './every-record.ts'
import { htmlFaults } from './html-faults.ts'
import type { Rule } from './rule.ts'

const longTexts: Readonly<Record<string, readonly string[]>> = {
  Product: ['description', 'comment', 'faqs'],
  Cat: ['description'],
}

/** The HTML of long texts closes what it opens (platform.md, "Product": comment, faqs; "Cat": description). */
export const htmlBroken: Rule = {
  id: 'html-broken',
  topic: 'texts',
  doc: 'The HTML of a long text closes every tag that it opens, and opens every tag that it closes.',
  severity: 'warning',
  why: 'platform.md, "Product": "primary description on the product page". The text becomes part of the page: a `<b>` or `<div>` that is never closed affects everything after it.',
  fix: 'Close the tag, or write `&lt;` for a less-than sign.',
  ignorable: true,
  eachRecord: true,
  check: ({ desired }) => [...(desired.roots.Cat ?? []), ...(desired.roots.Product ?? [])].flatMap(faultsOf),
}

function faultsOf(record: DesiredRecord): Problem[] {
  const problems: Problem[] = []
  for (const field of longTexts[record.resource] ?? []) {
    const text = record.fields[field] ?? ''
    const [fault] = text.includes('<') ? htmlFaults(text) : []
    if (!fault) continue
    const key = record.fields[findResource(record.resource)?.key ?? ''] ?? ''
    const place = text.includes('\n') ? `, line ${text.slice(0, fault.at).split('\n').length}` : ''
    const message = `the ${field} of ${key}${place}: ${fault.message}`
    problems.push(makeProblem({ rule: 'html-broken', severity: 'warning', at: spanOf(record, field), message, fix: fault.fix }))
  }
  return problems
}
