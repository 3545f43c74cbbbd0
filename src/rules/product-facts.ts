import { isHidden, keyOf, skuOf, slugOf } from '../records/named-fields.ts'
import type { DesiredRecord } from '../records/desired.ts'
import type { SourceSpan } from '../source/source.ts'
import { type CodeIndex, openCodeIndex } from './code-index.ts'
import { sellablesOf, spanOf } from './every-record.ts'
import { gatherPrices, type ProductPrices } from './product-prices.ts'

/** What the rules about all products need. Collected product by product, so that no product has to be held in memory. */
export interface ProductFacts {
  /** Skus, variant codes, and the codes of options and extra pictures. */
  readonly codes: CodeIndex
  /** Of categories and products, without the slashes at either end. */
  readonly slugs: CodeIndex
  /** Codes in other systems; the owner is the product or the variant itself. */
  readonly gtins: CodeIndex
  readonly productIds: CodeIndex
  readonly variantIds: CodeIndex
  readonly places: Placed
  readonly titles: Titled
  readonly grids: Counted
  readonly prices: ProductPrices
  readonly zooms: readonly Zoom[]
  /** The products that price tests name, by sku and by variant code. */
  readonly tested: ReadonlyMap<string, DesiredRecord>
}

/** The categories that products name. */
interface Placed {
  /** True where there is a product, and every product declares its categories. */
  readonly areDeclared: boolean
  readonly named: ReadonlySet<string>
  /** Those named by products that are not inactive. */
  readonly shown: ReadonlySet<string>
  /** The number of products that are not inactive, and those of them that do not declare their categories. */
  readonly active: number
  readonly undeclared: readonly { readonly sku: string; readonly at: SourceSpan }[]
}

interface Titled {
  /** True where some product has a title. */
  readonly isManaged: boolean
  /** Products whose title is empty or not given. */
  readonly missing: readonly { readonly sku: string; readonly isGiven: boolean; readonly at: SourceSpan }[]
}

/** Price entries, including those of variants. */
interface Counted {
  readonly total: number
  /** The products with the most entries, the largest first. */
  readonly largest: readonly { readonly sku: string; readonly count: number; readonly at: SourceSpan }[]
}

/** A product with a main picture and a different zoom picture. */
interface Zoom {
  readonly sku: string
  readonly image: string
  readonly large: string
  readonly at: SourceSpan
}

/** Collects facts. */
export interface FactGathering {
  readonly facts: ProductFacts
  /** Adds a category or a product; of a product that no price test names, its digest (`product-digest.ts`) is enough. */
  add(record: DesiredRecord): void
}

/** The number of products that `largest` keeps. */
const largestGrids = 3

interface Gathering {
  readonly codes: CodeIndex
  readonly slugs: CodeIndex
  readonly gtins: CodeIndex
  readonly productIds: CodeIndex
  readonly variantIds: CodeIndex
  readonly places: {
    areDeclared: boolean
    readonly named: Set<string>
    readonly shown: Set<string>
    active: number
    readonly undeclared: Placed['undeclared'][number][]
  }
  readonly titles: { isManaged: boolean; readonly missing: Titled['missing'][number][] }
  readonly grids: { total: number; readonly largest: Counted['largest'][number][] }
  readonly prices: ProductFacts['prices']
  readonly zooms: Zoom[]
  readonly tested: Map<string, DesiredRecord>
}

/** Starts a collection. `tested`: the skus and variant codes of price tests. */
export function gatherFacts(tested: ReadonlySet<string>): FactGathering {
  const prices = gatherPrices()
  const facts: Gathering = {
    codes: openCodeIndex(),
    slugs: openCodeIndex(),
    gtins: openCodeIndex(),
    productIds: openCodeIndex(),
    variantIds: openCodeIndex(),
    places: { areDeclared: false, named: new Set(), shown: new Set(), active: 0, undeclared: [] },
    titles: { isManaged: false, missing: [] },
    grids: { total: 0, largest: [] },
    prices: prices.prices,
    zooms: [],
    tested: new Map(),
  }
  const testedCodes = (product: DesiredRecord): string[] =>
    tested.size === 0
      ? []
      : sellablesOf(product)
          .map(skuOf)
          .filter((code) => tested.has(code))
  let isFirst = true
  return {
    facts,
    add: (record) => {
      collectSlug(facts, record)
      if (record.resource !== 'Product') return
      if (isFirst) facts.places.areDeclared = true
      isFirst = false
      collectIdentifiers(facts, record)
      collectPlaces(facts, record)
      collectTitle(facts, record)
      collectGrids(facts, record)
      prices.add(record)
      collectCodes(facts, record)
      collectZoom(facts, record)
      for (const code of testedCodes(record)) facts.tested.set(code, record)
    },
  }
}

function collectSlug({ slugs }: Gathering, record: DesiredRecord): void {
  const code = slugOf(record)
  if (code === '') return
  const isCategory = record.resource === 'Cat'
  slugs.add({
    resource: isCategory ? 'Cat' : 'Product',
    code,
    owner: keyOf(record),
    isShown: !isHidden(record),
    at: spanOf(record, 'slug'),
  })
}

function collectIdentifiers({ gtins, productIds, variantIds }: Gathering, product: DesiredRecord): void {
  collectIdentifier(gtins, product, 'gtin')
  collectIdentifier(productIds, product, 'external_id')
  for (const variant of product.children.Variants ?? []) collectIdentifier(variantIds, variant, 'external_id')
}

function collectIdentifier(index: CodeIndex, record: DesiredRecord, field: string): void {
  const code = (record.fields[field] ?? '').trim()
  const resource = record.resource === 'Variants' ? 'Variants' : 'Product'
  if (code !== '') index.add({ resource, code, owner: skuOf(record), isShown: true, at: spanOf(record, field) })
}

function collectPlaces({ places }: Gathering, product: DesiredRecord): void {
  const { ProdCat: links } = product.children
  const isShown = !isHidden(product)
  if (!links) places.areDeclared = false
  if (isShown) {
    places.active += 1
    if (!links) places.undeclared.push({ sku: skuOf(product), at: product.source })
  }
  for (const { fields } of links ?? []) {
    const code = fields['cat_code'] ?? ''
    places.named.add(code)
    if (isShown) places.shown.add(code)
  }
}

function collectTitle({ titles }: Gathering, product: DesiredRecord): void {
  const { title } = product.fields
  if ((title ?? '').trim() !== '') titles.isManaged = true
  else titles.missing.push({ sku: skuOf(product), isGiven: title !== undefined, at: spanOf(product, 'title') })
}

function collectGrids({ grids }: Gathering, product: DesiredRecord): void {
  const sellables = sellablesOf(product)
  const count = sellables.reduce((sum, sellable) => sum + entriesOf(sellable), 0)
  grids.total += count
  const { largest } = grids
  const place = largest.findIndex((other) => other.count < count)
  if (count === 0 || (place < 0 && largest.length === largestGrids)) return
  const priced = sellables.find((sellable) => entriesOf(sellable) > 0) ?? product
  largest.splice(place < 0 ? largest.length : place, 0, { sku: skuOf(product), count, at: spanOf(priced, 'pricing') })
  largest.splice(largestGrids)
}

function entriesOf({ children }: DesiredRecord): number {
  return children.PricingAdvanced?.length ?? 0
}

function collectCodes({ codes }: Gathering, product: DesiredRecord): void {
  const owner = skuOf(product)
  codes.add({ resource: 'Product', code: owner, owner, isShown: true, at: spanOf(product, 'sku') })
  for (const resource of ['Variants', 'Options', 'ExtraImages'] as const) {
    for (const row of product.children[resource] ?? []) {
      const { code } = row.fields
      if (code !== undefined) codes.add({ resource, code, owner, isShown: true, at: spanOf(row, 'code') })
    }
  }
}

function collectZoom({ zooms }: Gathering, product: DesiredRecord): void {
  const { image = '', image_large: large = '' } = product.fields
  if (image !== '' && large !== '' && image !== large) zooms.push({ sku: skuOf(product), image, large, at: spanOf(product, 'image_large') })
}
