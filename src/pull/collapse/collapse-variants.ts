import type { RecordTree } from '../../resources/record-tree.ts'
import { byCode } from '../../source/by-code.ts'
import { collapseFields, collapsePictures } from './collapse-fields.ts'
import { type CollapsedOption, collapseOptions, sortOf } from './collapse-options.ts'
import { collapsePricing } from './collapse-pricing.ts'
import { collapseInventory } from './collapse-inventory.ts'
import type { Collapsing } from './collapsing.ts'
import { type DocumentMap, type DocumentValue, mapOf, unlessEmpty } from '../../yaml/document-value.ts'
import { inferMatrix } from './infer-matrix.ts'
import { sharedOf, withoutShared } from './shared-values.ts'

/** The form in which the variants of a product are written; it is kept where it is still possible. */
export interface VariantStyle {
  readonly matrix?: string
  /** The codes of the list, in order. */
  readonly list?: readonly string[]
}

interface Variant {
  readonly code: string
  readonly record: RecordTree
  readonly chosen: ReadonlyMap<string, string>
  readonly values: DocumentMap
}

/** `options` and `variants` of a product, each `undefined` where there are none, or where a document cannot express them. */
export function collapseChoices(
  context: Collapsing,
  product: RecordTree,
  style: VariantStyle = {},
): { readonly options: DocumentValue | undefined; readonly variants: DocumentValue | undefined } {
  const rows = product.children.Variants ?? []
  const options = collapseOptions(product.children.Options ?? [], rows.length === 0)
  if (!options) return { options: undefined, variants: undefined }
  const optionMap = unlessEmpty(new Map(options.map(({ key, entry }) => [key, entry])))
  if (rows.length === 0) return { options: optionMap, variants: undefined }
  const variants = rows.toSorted(byOrder).map((record): Variant => {
    const chosen = new Map((record.children.VariantOptions ?? []).map(({ fields }) => [fields['o_group'] ?? '', fields['o_value'] ?? '']))
    return { code: record.fields['code'] ?? '', record, chosen, values: valuesOf(context, record, product) }
  })
  return { options: optionMap, variants: variantsMap(product.fields['sku'] ?? '', { options, variants, style }) }
}

function byOrder(a: RecordTree, b: RecordTree): number {
  return sortOf(a.fields['sort']) - sortOf(b.fields['sort']) || byCode(a.fields['code'] ?? '', b.fields['code'] ?? '')
}

function valuesOf(context: Collapsing, record: RecordTree, product: RecordTree): DocumentMap {
  return mapOf(
    ...collapseFields(record, 'description'),
    ...collapsePricing(context, record, product),
    ...collapseFields(record, 'weight', 'volume', 'external_id'),
    ...collapsePictures(context, record, { names: ['image'], owner: product }),
    ['inventory', collapseInventory(record)],
    ...collapseFields(record, 'custom_data1', 'custom_data2', 'custom_data3', 'custom_data4'),
  )
}

interface Choices {
  readonly options: readonly CollapsedOption[]
  readonly variants: readonly Variant[]
  readonly style: VariantStyle
}

function variantsMap(sku: string, { options, variants, style }: Choices): DocumentMap {
  const { matrix: preferred } = style
  const matrix = style.list ? undefined : inferMatrix(sku, { options, variants, ...(preferred === undefined ? {} : { preferred }) })
  const each = sharedOf(variants.map(({ values }) => values))
  if (matrix === undefined) {
    const list = inListOrder(variants, options.length > 0 ? style.list : undefined).map(
      ({ code, chosen, values }): [string, DocumentMap] => [
        code,
        mapOf(['options', options.length > 0 ? chosenMap(options, chosen) : undefined], ...withoutShared(values, each)),
      ],
    )
    return mapOf(['each', unlessEmpty(each)], ['list', new Map(list)])
  }
  const own = inOptionOrder(options, variants).map(({ code, values }): [string, DocumentMap] => [code, withoutShared(values, each)])
  const override = new Map(own.filter(([, values]) => values.size > 0))
  return mapOf(['matrix', matrix], ['each', unlessEmpty(each)], ['override', unlessEmpty(override)])
}

/** The order of the store has a meaning for subproducts only; other lists keep the order of the document. */
function inListOrder(variants: readonly Variant[], written: readonly string[] | undefined): readonly Variant[] {
  if (!written) return variants
  const places = new Map(written.map((code, index) => [code, index]))
  const placeOf = ({ code }: Variant): number => places.get(code) ?? places.size
  return variants.toSorted((a, b) => placeOf(a) - placeOf(b))
}

/** The values in the order of the options; values of unknown options follow, so that the rules report them. */
function chosenMap(options: readonly CollapsedOption[], chosen: ReadonlyMap<string, string>): DocumentMap {
  const keys = new Set([...options.map(({ key }) => key), ...[...chosen.keys()].toSorted(byCode)])
  return mapOf(...[...keys].map((key): [string, string | undefined] => [key, chosen.get(key)]))
}

/** The variants in the order of the matrix: the last option changes fastest. */
function inOptionOrder(options: readonly CollapsedOption[], variants: readonly Variant[]): Variant[] {
  const ranks = options.map(({ key, values }) => ({ key, rank: new Map([...values.keys()].map((value, index) => [value, index])) }))
  const place = ({ chosen }: Variant): number[] => ranks.map(({ key, rank }) => rank.get(chosen.get(key) ?? '') ?? 0)
  return variants.toSorted((a, b) => {
    const [left, right] = [place(a), place(b)]
    const differs = left.findIndex((value, index) => value !== right[index])
    return differs < 0 ? 0 : (left[differs] ?? 0) - (right[differs] ?? 0)
  })
}
