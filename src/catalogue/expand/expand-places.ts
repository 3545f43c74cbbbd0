import type { DesiredRecord } from '../../records/desired.ts'
import type { Fields } from '../../resources/resource.ts'
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
  if (!Array.isArray(places)) {
    return keysOf(located).flatMap((code) => {
      const sort = places[code]
      const place = at(located, code)
      if (sort === undefined) return []
      const fields = { ...identity, [field]: code, sort: fieldText(resource, 'sort', sort) }
      return [leaf(resource, fields, { source: keySpanOf(place), spans: { sort: spanOf(place) } })]
    })
  }
  const firsts = new Map<string, number>()
  return places.flatMap((code, index) => {
    const source = spanOf(at(located, index))
    const first = firsts.get(code)
    if (first === undefined) {
      firsts.set(code, index)
      return [leaf(resource, { ...identity, [field]: code }, { source })]
    }
    report(expansion, {
      rule: 'unique-keys',
      at: source,
      message: `"${code}" is twice in this list`,
      fix: 'Keep one of the two.',
      related: { message: 'the first time', at: spanOf(at(located, first)) },
    })
    return []
  })
}
