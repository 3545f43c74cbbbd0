import type { DesiredRecord } from '../records/desired.ts'
import type { Problem } from '../problems/problem.ts'
import { makeProblem } from '../problems/make-problem.ts'
import { spanOf } from './every-record.ts'
import { fieldWords } from './field-words.ts'
import type { ResourceName } from '../resources/registry.ts'
import type { Rule } from './rule.ts'

/** The names and labels of each resource; descriptions may be HTML. */
const plain = {
  UserGroups: ['title'],
  Cat: ['name'],
  Product: ['title', 'brand'],
  Variants: ['description'],
  Options: ['o_label', 'o_value'],
  ProductAttributes: ['label'],
  Merchandising: ['featured'],
} as const satisfies Partial<Record<ResourceName, readonly string[]>>
const withNames = ['Variants', 'Options', 'ProductAttributes', 'Merchandising'] as const

const tag = /<\/?[a-z][a-z0-9]*(?:\s[^<>]*)?\/?>/i
const entity = /&(?:#\d{1,6}|#x[\da-f]{1,6}|amp|lt|gt|quot|apos|nbsp|[a-z]{2,6}(?:acute|grave|uml|circ|tilde|ring|slash|cedil|lig|dash));/i

/** Names and labels are plain text (platform.md, "Product": title). */
export const markupInNames: Rule = {
  id: 'markup-in-names',
  topic: 'texts',
  doc: 'Titles, names and labels contain no HTML tags and no entities such as `&amp;`.',
  severity: 'warning',
  why: 'platform.md, "Product": "main title"; only texts such as the "primary description on the product page" are HTML. A title is shown as it is in menus, carts, e-mails and feeds: customers read `Tea &amp; cake`.',
  fix: 'Write the character itself (`Tea & cake`), and use tags in descriptions only.',
  ignorable: true,
  eachRecord: true,
  check: ({ desired }) => {
    const { UserGroups = [], Cat = [], Product = [] } = desired.roots
    const problems: Problem[] = []
    addProblems(problems, 'UserGroups', UserGroups)
    addProblems(problems, 'Cat', Cat)
    addProblems(problems, 'Product', Product)
    for (const { children } of Product) for (const name of withNames) addProblems(problems, name, children[name] ?? [])
    return problems
  },
}

function addProblems(problems: Problem[], resource: keyof typeof plain, records: readonly DesiredRecord[]): void {
  for (const record of records) {
    for (const field of plain[resource]) {
      const value = record.fields[field] ?? ''
      const found = value.includes('<') || value.includes('&') ? (tag.exec(value)?.[0] ?? entity.exec(value)?.[0]) : undefined
      if (found === undefined) continue
      const message = `${fieldWords(record, field)}, "${value}", contains ${found}, which customers would see as it is`
      const fix = found.startsWith('<') ? 'Remove the tag.' : 'Write the character itself.'
      problems.push(makeProblem({ rule: 'markup-in-names', severity: 'warning', at: spanOf(record, field), message, fix }))
    }
  }
}
