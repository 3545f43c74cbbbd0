import { isHidden } from '../records/named-fields.ts'
import { makeProblem } from '../problems/make-problem.ts'
import type { DesiredRecord } from '../records/desired.ts'
import type { Problem } from '../problems/problem.ts'
import { parentOf, spanOf } from './every-record.ts'
import type { Rule } from './rule.ts'

/** No two entries of a menu have the same name (platform.md, "Cat" and "CatParent"). */
export const categoryNamesRepeat: Rule = {
  id: 'category-names-repeat',
  topic: 'categories',
  doc: 'No two categories that are not hidden have the same name below the same parent.',
  severity: 'warning',
  why: 'platform.md, "Cat": "category name"; "CatParent": "order within the parent". Customers cannot tell two menu entries with the same name apart.',
  fix: 'Rename one of the two, or merge them.',
  ignorable: true,
  check: ({ desired }) => {
    const shown = (desired.roots.Cat ?? []).filter((category) => !isHidden(category))
    const first = new Map<string, DesiredRecord>()
    return shown.flatMap((cat) => {
      const name = (cat.fields['name'] ?? '').trim().toLowerCase()
      const places = name === '' ? [] : parentsOf(cat).map((parent) => JSON.stringify([parent, name]))
      const known = places.map((place) => first.get(place)).find((other) => other !== undefined)
      for (const place of places) if (!first.has(place)) first.set(place, cat)
      return known ? [duplicate(cat, known)] : []
    })
  },
}

/** For a category whose parents are set on create only, those. */
function parentsOf({ children, onCreate }: DesiredRecord): string[] {
  const rows = children.CatParent ?? onCreate?.children.CatParent ?? []
  return rows.map(parentOf)
}

function duplicate(cat: DesiredRecord, known: DesiredRecord): Problem {
  return makeProblem({
    rule: 'category-names-repeat',
    severity: 'warning',
    at: spanOf(cat, 'name'),
    message: `categories ${known.fields['code']} and ${cat.fields['code']} have the same name "${cat.fields['name']}" below the same parent`,
    fix: 'Rename one of the two.',
    related: { message: 'the first one', at: spanOf(known, 'name') },
  })
}
