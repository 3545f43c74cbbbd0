import { skuOf } from '../records/named-fields.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import type { Fields } from '../resources/resource.ts'
import { isOn } from '../resources/scalar.ts'
import { type GridRow, gridRowOf } from './grid-row.ts'

/** A simple option and the amounts that its values add to the price (docs/api.md, "Options"). */
export interface PricedOption {
  /** The o_group. */
  readonly name: string
  readonly values: readonly string[]
  /** Whole numbers by value; other values add nothing. */
  readonly adjust: Readonly<Record<string, string>>
}

/** The discount of a product, with the texts of its record (docs/api.md, "Merchandising"). */
export interface Promotion {
  readonly discount: string
  readonly timed: boolean
  /** Empty where there is no date. */
  readonly start: string
  readonly end: string
}

/** Everything about a product or variant that decides its price. */
export interface PricedSku {
  /** The sku of the product or the code of the variant. */
  readonly sku: string
  /** The sku of its product. */
  readonly product: string
  /** The simple price; `null` where the record has none. */
  readonly price: string | null
  /** True: the entries decide the price, not the simple price. */
  readonly advanced: boolean
  /** In the order of the records; `null`: not read, or not managed by the catalogue. */
  readonly entries: readonly GridRow[] | null
  /** Simple options; a product with variants has none. */
  readonly options: readonly PricedOption[]
  readonly promotion: Promotion | null
  /** True for a product with variants: customers buy the variants. */
  readonly hasVariants: boolean
}

/**
 * Everything that decides the price of the product with this sku or of its variant with this code; `null` where `root` has neither.
 * Live and desired records are both accepted.
 */
export function pricedSku(root: RecordTree, sku: string): PricedSku | null {
  const variants = root.children.Variants ?? []
  const owner = sku === skuOf(root) ? root : variants.find((variant) => skuOf(variant) === sku)
  return owner === undefined ? null : pricedRecord(root, owner)
}

/** The same for a product, or for one of the variants of `root`, as a record. */
export function pricedRecord(root: RecordTree, owner: RecordTree): PricedSku {
  const isProduct = owner === root
  return {
    sku: skuOf(owner),
    product: skuOf(root),
    price: owner.fields['price'] || null,
    advanced: isOn(owner.fields['advanced_pricing']),
    entries: entriesOf(owner),
    options: isProduct ? simpleOptions(root) : [],
    promotion: promotionOf(root.children.Merchandising?.[0]?.fields),
    hasVariants: isProduct && (root.children.Variants ?? []).length > 0,
  }
}

/** Price tests often read the same grid. */
const entries = new WeakMap<readonly RecordTree[], readonly GridRow[]>()

function entriesOf({ children: { PricingAdvanced: rows } }: RecordTree): readonly GridRow[] | null {
  if (!rows) return null
  const known = entries.get(rows) ?? rows.map(gridRowOf)
  entries.set(rows, known)
  return known
}

/** With variants, options select the variant and do not change the price. */
function simpleOptions({ fields, children }: RecordTree): PricedOption[] {
  return fields['option_type'] === 'Matrix' ? [] : (children.Options ?? []).map((option) => optionOf(option.fields))
}

function optionOf(fields: Fields): PricedOption {
  return {
    name: fields['o_group'] ?? '',
    values: [...pairs(fields['o_value'] ?? '').keys()],
    adjust: adjustmentsOf(fields['price'] ?? ''),
  }
}

/** The amounts that the values of a simple option add to a price, by value, from the text of the record (docs/api.md, "Options"). */
export function adjustmentsOf(text: string): Readonly<Record<string, string>> {
  return Object.fromEntries(pairs(text))
}

/** Parses `k=v,...`; a part without `=` is a key with an empty value. */
export function pairs(text: string): Map<string, string> {
  const parts = text.split(',').flatMap((part): [string, string][] => {
    const [key = '', ...rest] = part.split('=')
    return key.trim() === '' ? [] : [[key.trim(), rest.join('=').trim()]]
  })
  return new Map(parts)
}

/** The discount of a product, from the fields of its record; `null` where there is none. */
export function promotionOf(fields: Fields | undefined): Promotion | null {
  const discount = fields?.['discount']?.trim() ?? ''
  if (discount === '') return null
  return {
    discount,
    timed: isOn(fields?.['timed_promotion']),
    start: fields?.['start_date']?.trim() ?? '',
    end: fields?.['end_date']?.trim() ?? '',
  }
}
