import { makeProblem } from '../problems/make-problem.ts'
import type { DesiredRecord } from '../records/desired.ts'
import type { Problem } from '../problems/problem.ts'
import { spanOf } from './every-record.ts'
import type { Rule } from './rule.ts'

/** No two entries of one menu read alike (platform.md, "Cat" and "CatParent"). */
export const categoryNamesRepeat: Rule = {
  id: 'category-names-repeat',
  doc: 'No two categories that are not hidden have one name below the same parent.',
  severity: 'warning',
  why: 'platform.md, "Cat": "category name"; "CatParent": "order within the parent". A menu that offers one name twice hides the products of one of them.',
  mend: 'Rename one of the two, or put the products of both into one.',
  ignorable: true,
  check: ({ desired }) => {
    const shown = (desired.roots.Cat ?? []).filter(({ fields }) => fields['hide'] !== 'true')
    const first = new Map<string, DesiredRecord>()
    return shown.flatMap((cat) => {
      const name = (cat.fields['name'] ?? '').trim().toLowerCase()
      const places = name === '' ? [] : parentsOf(cat).map((parent) => JSON.stringify([parent, name]))
      const known = places.map((place) => first.get(place)).find((other) => other !== undefined)
      for (const place of places) if (!first.has(place)) first.set(place, cat)
      return known ? [twice(cat, known)] : []
    })
  },
}

/** Where a category is put when it is new counts as its place. */
function parentsOf({ children, onCreate }: DesiredRecord): string[] {
  const rows = children.CatParent ?? onCreate?.children.CatParent ?? []
  return rows.map(({ fields }) => fields['parent_code'] ?? '')
}

function twice(cat: DesiredRecord, known: DesiredRecord): Problem {
  return makeProblem({
    rule: 'category-names-repeat',
    severity: 'warning',
    at: spanOf(cat, 'name'),
    message: `categories ${known.fields['code']} and ${cat.fields['code']} have one name, "${cat.fields['name']}", in one place of the menu`,
    fix: 'Rename one of the two.',
    related: { message: 'the first one', at: spanOf(known, 'name') },
  })
}
