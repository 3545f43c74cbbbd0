import type { DesiredRecord } from '../../records/desired.ts'
import type { Definition } from '../../documents/define-entry.ts'
import type { ProductDocument } from '../../documents/product-document.ts'
import { at, keySpanOf, keysOf, type Located, spanOf } from '../../yaml/source-node.ts'
import { type Draft, finish, leaf, markPlace, setOwn, startDraft } from './draft.ts'
import { expandExtraImages } from './expand-extra-images.ts'
import { expandOptions } from './expand-options.ts'
import { expandPlaces } from './expand-places.ts'
import { expandInventory } from './expand-variant.ts'
import { expandVariants } from './expand-variants.ts'
import { type Expansion, report } from './expansion.ts'
import { setExtras, setLongTexts, setPictures, setPlainFields, setRendition } from './set-fields.ts'
import { setPrice } from './set-price.ts'

/** The Product record of one entry of `products:`, with its children. */
export function expandProduct(expansion: Expansion, definition: Definition<ProductDocument>): DesiredRecord {
  const { key: sku, value, located } = definition
  const draft = startDraft('Product', { sku, inactive: 'false' }, keySpanOf(located))
  setOwnFields(expansion, draft, definition)
  setPrice(expansion, draft, definition)
  setLinks(expansion, draft, definition)
  if (value.attributes) {
    markPlace(draft, 'attributes', located)
    draft.children.ProductAttributes = attributeRows(sku, value.attributes, at(located, 'attributes'))
  }
  if (value.inventory) {
    const given = [{ value: value.inventory, located: at(located, 'inventory') }]
    draft.children.Inventory = [expandInventory(sku, given)]
  }
  if (value.merchandising) {
    const place = at(located, 'merchandising')
    const merchandising = startDraft('Merchandising', { sku }, keySpanOf(place))
    setPlainFields(merchandising, place, value.merchandising)
    draft.children.Merchandising = [finish(merchandising)]
  }
  if (value.extra_images) {
    markPlace(draft, 'extra_images', located)
    draft.children.ExtraImages = expandExtraImages(expansion, { sku, items: value.extra_images, located: at(located, 'extra_images') })
  }
  setOptions(expansion, draft, definition)
  return finish(draft)
}

const plainFields = [
  'title',
  'weight',
  'volume',
  'inactive',
  'gtin',
  'brand',
  'mpn',
  'slug',
  'url_override',
  'external_id',
  'custom_data1',
  'custom_data2',
  'custom_data3',
  'custom_data4',
] as const

function setOwnFields(expansion: Expansion, draft: Draft, definition: Definition<ProductDocument>): void {
  const { value, located, extras } = definition
  for (const field of plainFields) setOwn(draft, field, definition)
  setLongTexts(expansion, draft, { located, values: { description: value.description, comment: value.comment, faqs: value.faqs } })
  setPictures(expansion, draft, { located, values: { image: value.image, thumb: value.thumb, image_large: value.image_large } })
  if (value.image !== undefined) {
    const source = { path: value.image, located: at(located, 'image') }
    setRendition(expansion, draft, { use: 'thumb', field: 'thumb', isGiven: value.thumb !== undefined, ...source })
    setRendition(expansion, draft, { use: 'large', field: 'image_large', isGiven: value.image_large !== undefined, ...source })
  }
  setExtras(expansion, draft, { extras, located })
}

function setLinks(expansion: Expansion, draft: Draft, { key: sku, value, located }: Definition<ProductDocument>): void {
  if (value.categories) {
    markPlace(draft, 'categories', located)
    draft.children.ProdCat = expandPlaces(expansion, {
      places: value.categories,
      located: at(located, 'categories'),
      record: { resource: 'ProdCat', field: 'cat_code', identity: { sku } },
    })
    const top = draft.children.ProdCat.find(({ fields }) => fields['cat_code'] === '0')
    if (top) {
      report(expansion, {
        rule: 'reserved-code',
        at: top.source,
        message: `"0" is the top level, so ${sku} cannot be in it`,
        fix: 'Name a category, or remove it here.',
      })
    }
  }
  if (value.access) {
    markPlace(draft, 'access', located)
    const everybody = value.access.indexOf('default')
    if (everybody >= 0) {
      report(expansion, {
        rule: 'reserved-code',
        at: spanOf(at(located, 'access', everybody)),
        message: `"default" is not a group, so it gives nobody access to ${sku}`,
        fix: 'Remove access to show the product to everybody, or name groups.',
      })
    }
    draft.children.ProdAccessGroup = expandPlaces(expansion, {
      places: value.access,
      located: at(located, 'access'),
      record: { resource: 'ProdAccessGroup', field: 'group_code', identity: { sku } },
    })
  }
}

/** ProductAttributes rows in the order of the document, sorted 10, 20, 30 (semantics.md 6). */
function attributeRows(sku: string, attributes: Readonly<Record<string, string | readonly string[]>>, located: Located): DesiredRecord[] {
  const rows: DesiredRecord[] = []
  const add = (label: string, value: string, place: Located): void => {
    const fields = { sku, label, value, sort: String((rows.length + 1) * 10) }
    rows.push(leaf('ProductAttributes', fields, { source: keySpanOf(place), spans: { value: spanOf(place) } }))
  }
  for (const label of keysOf(located)) {
    const value = Object.hasOwn(attributes, label) ? attributes[label] : undefined
    const place = at(located, label)
    if (typeof value === 'string') add(label, value, place)
    else for (const [index, each] of (value ?? []).entries()) add(label, each, at(place, index))
  }
  return rows
}

function setOptions(expansion: Expansion, draft: Draft, definition: Definition<ProductDocument>): void {
  const { key: sku, value, located } = definition
  const options = value.options ?? {}
  const optionsAt = at(located, 'options')
  if (value.variants) {
    markPlace(draft, 'variants', located)
    const variantsAt = at(located, 'variants')
    draft.children.Variants = expandVariants(expansion, { sku, variants: value.variants, located: variantsAt, options, optionsAt })
  }
  const hasVariants =
    value.variants !== undefined && (value.variants.matrix !== undefined || Object.keys(value.variants.list ?? {}).length > 0)
  if (value.options) {
    markPlace(draft, 'options', located)
    draft.children.Options = expandOptions(expansion, { sku, options, located: optionsAt, advanced: hasVariants })
  }
  const kind = hasVariants ? 'Matrix' : Object.keys(options).length > 0 ? 'Simple' : ''
  const declared = value.options !== undefined || value.variants !== undefined
  derive(expansion, draft, { definition, field: 'option_type', derived: declared ? kind : undefined })
  const advanced = kind === 'Matrix' ? String(Object.keys(options).length > 0) : undefined
  derive(expansion, draft, { definition, field: 'options_advanced', derived: advanced })
}

interface Derived {
  readonly definition: Definition<ProductDocument>
  readonly field: 'option_type' | 'options_advanced'
  /** `undefined`: it does not follow from what is declared. */
  readonly derived: string | undefined
}

/** Sets a field that follows from what is declared; a different value in the document is a problem. */
function derive(expansion: Expansion, draft: Draft, { definition, field, derived }: Derived): void {
  const { value, located } = definition
  const given = value[field]
  setOwn(draft, field, definition)
  if (derived === undefined) return
  draft.fields[field] = derived
  if (given === undefined || given === derived) return
  report(expansion, {
    rule: 'contradiction',
    at: spanOf(at(located, field)),
    message: `${field} is given as "${given}", but the options and variants make it "${derived}"`,
    fix: `Remove ${field}: it follows from options and variants.`,
  })
}
