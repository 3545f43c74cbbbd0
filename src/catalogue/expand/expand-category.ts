import type { DesiredRecord } from '../../records/desired.ts'
import type { Definition } from '../../documents/define-entry.ts'
import type { CategoryDocument } from '../../documents/category-document.ts'
import { at, keySpanOf } from '../../yaml/source-node.ts'
import { finish, leaf, markPlace, startDraft } from './draft.ts'
import { type Expansion, report } from './expansion.ts'
import { expandPlaces } from './expand-places.ts'
import { setExtras, setLongTexts, setPictures, setPlainFields } from './set-fields.ts'

/** The Cat record of one entry of `categories:`, with its CatParent rows (semantics.md 1). */
export function expandCategory(expansion: Expansion, definition: Definition<CategoryDocument>): DesiredRecord {
  const { key, value, located } = definition
  const source = keySpanOf(located)
  if (key === '0') {
    report(expansion, {
      rule: 'reserved-code',
      at: source,
      message: '"0" is the top level, so a category cannot have this code',
      fix: 'Give the category another code.',
    })
  }
  const draft = startDraft('Cat', { code: key, hide: 'false' }, source)
  setPlainFields(draft, located, { name: value.name, slug: value.slug, url_override: value.url_override, hide: value.hide })
  setPictures(expansion, draft, { located, values: { header_image: value.header_image, image: value.image } })
  setLongTexts(expansion, draft, { located, values: { description: value.description } })
  setExtras(expansion, draft, definition)

  const { parents } = value
  if (parents === undefined) {
    draft.onCreate = { fields: {}, children: { CatParent: [leaf('CatParent', { cat_code: key, parent_code: '0' }, { source })] } }
    return finish(draft)
  }
  markPlace(draft, 'parents', located)
  draft.children.CatParent = expandPlaces(expansion, {
    places: parents,
    located: at(located, 'parents'),
    record: { resource: 'CatParent', field: 'parent_code', identity: { cat_code: key } },
  })
  if (draft.children.CatParent.length === 0) {
    report(expansion, {
      rule: 'category-without-place',
      severity: 'warning',
      at: keySpanOf(at(located, 'parents')),
      message: `category "${key}" is in no other category and not at the top level`,
      fix: "Write parents: { '0': 10 } for the top level, or remove parents.",
    })
  }
  return finish(draft)
}
