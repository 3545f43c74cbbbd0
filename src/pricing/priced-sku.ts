import type { RecordTree } from '../resources/record-tree.ts'
import type { Fields } from '../resources/resource.ts'
import { lastQuantity } from './grid-faults.ts'

/** One row of a price grid (platform.md, "PricingAdvanced"); empty texts for no group and for all currencies. */
export interface PriceEntry {
  readonly group: string
  readonly currency: string
  /** Quantities, both inside. */
  readonly start: number
  readonly end: number
  /** As the record has it. */
  readonly price: string
  /** Its position among the PricingAdvanced rows of the record. */
  readonly row: number
}

/** A simple option with what its values add to the price (platform.md, "Options"). */
export interface PricedOption {
  /** The o_group. */
  readonly name: string
  readonly values: readonly string[]
  /** Whole numbers by value; values that are not here add nothing. */
  readonly adjust: Readonly<Record<string, string>>
}

/** The discount of a product as its record has it (platform.md, "Merchandising"). */
export interface Promotion {
  readonly discount: string
  readonly timed: boolean
  /** Empty where there is none. */
  readonly start: string
  readonly end: string
}

/** Everything of a product or variant that decides its price. */
export interface PricedSku {
  /** The sku of the product or the code of the variant. */
  readonly sku: string
  /** The sku of its product. */
  readonly product: string
  /** The simple price; `null` where the record has none. */
  readonly price: string | null
  /** True: the entries decide, not the simple price. */
  readonly advanced: boolean
  /** `null`: not read, or not managed by this catalogue. */
  readonly entries: readonly PriceEntry[] | null
  /** Simple options; a product with variants has none. */
  readonly options: readonly PricedOption[]
  readonly promotion: Promotion | null
  /** True for a product that has variants: customers buy those. */
  readonly hasVariants: boolean
}

/**
 * What decides the price of a sku: of the product itself or of the variant that has this code. `null` where the product is
 * neither. Takes live and desired records alike.
 */
export function pricedSku(root: RecordTree, sku: string): PricedSku | null {
  const product = root.fields['sku'] ?? ''
  const variants = root.children.Variants ?? []
  const owner = sku === product ? root : variants.find(({ fields }) => fields['code'] === sku)
  if (owner === undefined) return null
  return {
    sku,
    product,
    price: owner.fields['price'] || null,
    advanced: isOn(owner.fields['advanced_pricing']),
    entries: entriesOf(owner),
    options: owner === root ? simpleOptions(root) : [],
    promotion: promotionOf(root.children.Merchandising?.[0]?.fields),
    hasVariants: owner === root && variants.length > 0,
  }
}

/** Many price tests ask for the same grid. */
const entries = new WeakMap<readonly RecordTree[], readonly PriceEntry[]>()

function entriesOf({ children: { PricingAdvanced: rows } }: RecordTree): readonly PriceEntry[] | null {
  if (!rows) return null
  const known = entries.get(rows) ?? rows.map(({ fields }, row) => entryOf(fields, row))
  entries.set(rows, known)
  return known
}

/** With variants, options choose the variant and adjust nothing. */
function simpleOptions({ fields, children }: RecordTree): PricedOption[] {
  return fields['option_type'] === 'Matrix' ? [] : (children.Options ?? []).map((option) => optionOf(option.fields))
}

function entryOf(fields: Fields, row: number): PriceEntry {
  return {
    group: fields['group_code'] ?? '',
    currency: fields['currency_code'] ?? '',
    start: Number(fields['start'] || '0'),
    end: Number(fields['end'] || String(lastQuantity)),
    price: fields['price'] ?? '',
    row,
  }
}

function optionOf(fields: Fields): PricedOption {
  return {
    name: fields['o_group'] ?? '',
    values: [...pairs(fields['o_value'] ?? '').keys()],
    adjust: Object.fromEntries(pairs(fields['price'] ?? '')),
  }
}

/** `k=v,...` as the store keeps it; a part without `=` stands for itself. */
function pairs(text: string): Map<string, string> {
  const parts = text.split(',').flatMap((part): [string, string][] => {
    const [key = '', ...rest] = part.split('=')
    return key.trim() === '' ? [] : [[key.trim(), rest.join('=').trim()]]
  })
  return new Map(parts)
}

function promotionOf(fields: Fields | undefined): Promotion | null {
  const discount = fields?.['discount']?.trim() ?? ''
  if (discount === '') return null
  return {
    discount,
    timed: isOn(fields?.['timed_promotion']),
    start: fields?.['start_date']?.trim() ?? '',
    end: fields?.['end_date']?.trim() ?? '',
  }
}

function isOn(flag: string | undefined): boolean {
  return flag === 'true' || flag === '1'
}
