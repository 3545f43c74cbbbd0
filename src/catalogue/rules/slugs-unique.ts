import type { DesiredRecord } from '../../records/desired.ts'
import { makeProblem } from '../make-problem.ts'
import type { Problem } from '../problem.ts'
import { spanOf } from './every-record.ts'
import type { Rule } from './rule.ts'

/** No two pages of the shop have one address: products and categories share it (platform.md, "Product" and "Cat"). */
export const slugsUnique: Rule = {
  id: 'slugs-unique',
  doc: 'No two products or categories have one slug; upper and lower case count as the same.',
  severity: 'error or warning',
  why: 'platform.md, "Product": "a slug of `<slug>` gives the URL `{base_url}/<slug>`", and "Cat" the same: one address can show one page only. It is a warning where one of the two is inactive or hidden, or where they differ by case.',
  mend: 'Give one of the two another slug.',
  ignorable: true,
  check: ({ desired }) => {
    const first = new Map<string, DesiredRecord>()
    return [...(desired.roots.Cat ?? []), ...(desired.roots.Product ?? [])].flatMap((record) => {
      const slug = slugOf(record)
      const known = first.get(slug.toLowerCase())
      if (slug !== '' && !known) first.set(slug.toLowerCase(), record)
      return slug === '' || !known ? [] : [taken(record, known)]
    })
  },
}

function slugOf({ fields }: DesiredRecord): string {
  return (fields['slug'] ?? '').replaceAll(/^\/+|\/+$/g, '')
}

function nameOf({ resource, fields }: DesiredRecord): string {
  return resource === 'Cat' ? `category ${fields['code']}` : `product ${fields['sku']}`
}

function isSeen({ fields }: DesiredRecord): boolean {
  return fields['inactive'] !== 'true' && fields['hide'] !== 'true'
}

function taken(record: DesiredRecord, known: DesiredRecord): Problem {
  const same = slugOf(record) === slugOf(known)
  return makeProblem({
    rule: 'slugs-unique',
    severity: same && isSeen(record) && isSeen(known) ? 'error' : 'warning',
    at: spanOf(record, 'slug'),
    message: `${nameOf(record)} has the slug "${slugOf(record)}", ${same ? 'which' : 'which but for case'} ${nameOf(known)} has already`,
    fix: 'Give one of the two another slug.',
    related: { message: 'the first one', at: spanOf(known, 'slug') },
  })
}
