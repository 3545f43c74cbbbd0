import type { DesiredRecord } from '../../records/desired.ts'
import { makeProblem } from '../make-problem.ts'
import type { Problem } from '../problem.ts'
import { spanOf } from './every-record.ts'
import type { Rule } from './rule.ts'

/** What customers see has a name (platform.md, "Product" and "Cat"). */
export const titleMissing: Rule = {
  id: 'title-missing',
  doc: 'A product has a title and a category a name, where the catalogue gives them to others of their kind.',
  severity: 'warning',
  why: 'platform.md, "Product": "main title"; "Cat": "category name". Without it a card in the shop shows no words. A catalogue that gives no titles at all leaves them to the store, and is not warned.',
  mend: 'Add `title` to the product, `name` to the category.',
  ignorable: true,
  check: ({ desired }) => [
    ...missing(desired.roots.Product ?? [], { field: 'title', key: 'sku', one: 'product' }),
    ...missing(desired.roots.Cat ?? [], { field: 'name', key: 'code', one: 'category' }),
  ],
}

interface Named {
  readonly field: string
  readonly key: string
  readonly one: string
}

function missing(records: readonly DesiredRecord[], { field, key, one }: Named): Problem[] {
  const managed = records.some(({ fields }) => (fields[field] ?? '').trim() !== '')
  return records
    .filter(({ fields }) => (managed || fields[field] !== undefined) && (fields[field] ?? '').trim() === '')
    .map((record) =>
      makeProblem({
        rule: 'title-missing',
        severity: 'warning',
        at: spanOf(record, field),
        message: `${one} ${record.fields[key]} has no ${field}`,
        fix: `Add ${field}.`,
      }),
    )
}
