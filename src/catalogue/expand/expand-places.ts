import type { DesiredRecord } from '../../records/desired.ts'
import type { Fields } from '../../resources/resource.ts'
import type { SourceSpan } from '../../source/source.ts'
import type { PlacesDocument } from '../../documents/category-document.ts'
import { at, keySpanOf, keysOf, type Located, spanOf } from '../../yaml/source-node.ts'
import { fieldText, leaf } from './draft.ts'
import { type Expansion, report } from './expansion.ts'

interface Links {
  readonly resource: 'ProdCat' | 'CatParent' | 'ProdAccessGroup'
  /** The field with the code of the linked record. */
  readonly field: string
  readonly identity: Fields
}

interface Places {
  readonly places: PlacesDocument
  readonly located: Located
  readonly record: Links
}

/** Link rows of a map (code: sort), or of a list, which does not manage the sort (semantics.md 6). */
export function expandPlaces(expansion: Expansion, { places, located, record }: Places): DesiredRecord[] {
  const { resource, field, identity } = record
  const rows: DesiredRecord[] = []
  if (!Array.isArray(places)) {
    for (const code of keysOf(located)) {
      const sort = places[code]
      if (sort === undefined) continue
      const place = at(located, code)
      const fields = { ...identity, [field]: code, sort: fieldText(resource, 'sort', sort) }
      rows.push(leaf(resource, fields, { source: keySpanOf(place), spans: { sort: spanOf(place) } }))
    }
    return rows
  }
  const firsts = new Map<string, SourceSpan>()
  for (const [index, code] of places.entries()) {
    const source = spanOf(at(located, index))
    const first = firsts.get(code)
    if (first) {
      reportTwice(expansion, { code, source, first })
      continue
    }
    firsts.set(code, source)
    rows.push(leaf(resource, { ...identity, [field]: code }, { source }))
  }
  return rows
}

function reportTwice(expansion: Expansion, { code, source, first }: { code: string; source: SourceSpan; first: SourceSpan }): void {
  report(expansion, {
    rule: 'unique-keys',
    at: source,
    message: `"${code}" is twice in this list`,
    fix: 'Keep one of the two.',
    related: { message: 'the first time', at: first },
  })
}
