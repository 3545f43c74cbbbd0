import type { DesiredRecord } from '../records/desired.ts'
import type { SourceSpan } from '../source/source.ts'
import { type CodeIndex, openCodeIndex } from './code-index.ts'
import { codeOf, sellablesOf, spanOf } from './every-record.ts'

/** What the rules that look at all products together look at. It is gathered product by product, so that no product need be held for it. */
export interface ProductFacts {
  /** Skus, variant codes, and the codes of options and extra pictures. */
  readonly codes: CodeIndex
  /** Of categories and products, without the slashes at either end. */
  readonly slugs: CodeIndex
  /** What other systems know things by; the owner is the product or the variant itself. */
  readonly gtins: CodeIndex
  readonly productIds: CodeIndex
  readonly variantIds: CodeIndex
  readonly places: Placed
  readonly titles: Titled
  readonly grids: Counted
  readonly zooms: readonly Zoom[]
  /** The products that price tests are about, by sku and by variant code. */
  readonly tested: ReadonlyMap<string, DesiredRecord>
}

/** The categories that products name. */
interface Placed {
  /** True where there is a product, and every one says its categories. */
  readonly isTold: boolean
  readonly named: ReadonlySet<string>
  /** Those of products that are not inactive. */
  readonly shown: ReadonlySet<string>
  /** How many products are not inactive, and those of them that do not say their categories. */
  readonly onSale: number
  readonly homeless: readonly { readonly sku: string; readonly at: SourceSpan }[]
}

interface Titled {
  /** True where some product has a title. */
  readonly isManaged: boolean
  /** Products whose title is empty, or is not given. */
  readonly missing: readonly { readonly sku: string; readonly isGiven: boolean; readonly at: SourceSpan }[]
}

/** Price entries, those of variants with them. */
interface Counted {
  readonly total: number
  /** The products with most, the largest first. */
  readonly largest: readonly { readonly sku: string; readonly count: number; readonly at: SourceSpan }[]
}

/** A product with a main picture and another for zooming in. */
interface Zoom {
  readonly sku: string
  readonly image: string
  readonly large: string
  readonly at: SourceSpan
}

/** Gathers facts. */
export interface FactGathering {
  readonly facts: ProductFacts
  /** Looks at a category or a product; a product may be cut (`productDigest`) where no price test is about it. */
  see(record: DesiredRecord): void
  /** True for a product that a price test is about. */
  isTested(product: DesiredRecord): boolean
}

/** So many of the largest grids are remembered. */
const largestGrids = 3

interface Gathering {
  readonly codes: CodeIndex
  readonly slugs: CodeIndex
  readonly gtins: CodeIndex
  readonly productIds: CodeIndex
  readonly variantIds: CodeIndex
  readonly places: {
    isTold: boolean
    readonly named: Set<string>
    readonly shown: Set<string>
    onSale: number
    readonly homeless: Placed['homeless'][number][]
  }
  readonly titles: { isManaged: boolean; readonly missing: Titled['missing'][number][] }
  readonly grids: { total: number; readonly largest: Counted['largest'][number][] }
  readonly zooms: Zoom[]
  readonly tested: Map<string, DesiredRecord>
}

/** Starts with nothing seen. `tested`: the skus and variant codes of price tests. */
export function gatherFacts(tested: ReadonlySet<string>): FactGathering {
  const facts: Gathering = {
    codes: openCodeIndex(),
    slugs: openCodeIndex(),
    gtins: openCodeIndex(),
    productIds: openCodeIndex(),
    variantIds: openCodeIndex(),
    places: { isTold: false, named: new Set(), shown: new Set(), onSale: 0, homeless: [] },
    titles: { isManaged: false, missing: [] },
    grids: { total: 0, largest: [] },
    zooms: [],
    tested: new Map(),
  }
  const testedCodes = (product: DesiredRecord): string[] =>
    tested.size === 0
      ? []
      : sellablesOf(product)
          .map(codeOf)
          .filter((code) => tested.has(code))
  let isFirst = true
  return {
    facts,
    see: (record) => {
      seeSlug(facts, record)
      if (record.resource !== 'Product') return
      if (isFirst) facts.places.isTold = true
      isFirst = false
      seeIdentifiers(facts, record)
      seePlaces(facts, record)
      seeTitle(facts, record)
      seeGrids(facts, record)
      seeCodes(facts, record)
      seeZoom(facts, record)
      for (const code of testedCodes(record)) facts.tested.set(code, record)
    },
    isTested: (product) => testedCodes(product).length > 0,
  }
}

function isShown({ fields }: DesiredRecord): boolean {
  return fields['inactive'] !== 'true' && fields['hide'] !== 'true'
}

function seeSlug({ slugs }: Gathering, record: DesiredRecord): void {
  const code = (record.fields['slug'] ?? '').replaceAll(/^\/+|\/+$/g, '')
  if (code === '') return
  const isCategory = record.resource === 'Cat'
  const owner = (isCategory ? record.fields['code'] : record.fields['sku']) ?? ''
  slugs.add({ resource: isCategory ? 'Cat' : 'Product', code, owner, isShown: isShown(record), at: spanOf(record, 'slug') })
}

function seeIdentifiers({ gtins, productIds, variantIds }: Gathering, product: DesiredRecord): void {
  seeIdentifier(gtins, product, 'gtin')
  seeIdentifier(productIds, product, 'external_id')
  for (const variant of product.children.Variants ?? []) seeIdentifier(variantIds, variant, 'external_id')
}

function seeIdentifier(index: CodeIndex, record: DesiredRecord, field: string): void {
  const code = (record.fields[field] ?? '').trim()
  const resource = record.resource === 'Variants' ? 'Variants' : 'Product'
  if (code !== '') index.add({ resource, code, owner: codeOf(record), isShown: true, at: spanOf(record, field) })
}

function seePlaces({ places }: Gathering, product: DesiredRecord): void {
  const { ProdCat: links } = product.children
  if (!links) places.isTold = false
  if (isShown(product)) {
    places.onSale += 1
    if (!links) places.homeless.push({ sku: codeOf(product), at: product.source })
  }
  for (const { fields } of links ?? []) {
    const code = fields['cat_code'] ?? ''
    places.named.add(code)
    if (isShown(product)) places.shown.add(code)
  }
}

function seeTitle({ titles }: Gathering, product: DesiredRecord): void {
  const { title } = product.fields
  if ((title ?? '').trim() !== '') titles.isManaged = true
  else titles.missing.push({ sku: codeOf(product), isGiven: title !== undefined, at: spanOf(product, 'title') })
}

function seeGrids({ grids }: Gathering, product: DesiredRecord): void {
  const sellables = sellablesOf(product)
  const count = sellables.reduce((sum, sellable) => sum + entriesOf(sellable), 0)
  grids.total += count
  const { largest } = grids
  const place = largest.findIndex((other) => other.count < count)
  if (count === 0 || (place < 0 && largest.length === largestGrids)) return
  const priced = sellables.find((sellable) => entriesOf(sellable) > 0) ?? product
  largest.splice(place < 0 ? largest.length : place, 0, { sku: codeOf(product), count, at: spanOf(priced, 'pricing') })
  largest.splice(largestGrids)
}

function entriesOf({ children }: DesiredRecord): number {
  return children.PricingAdvanced?.length ?? 0
}

function seeCodes({ codes }: Gathering, product: DesiredRecord): void {
  const owner = codeOf(product)
  codes.add({ resource: 'Product', code: owner, owner, isShown: true, at: spanOf(product, 'sku') })
  for (const resource of ['Variants', 'Options', 'ExtraImages'] as const) {
    for (const row of product.children[resource] ?? []) {
      const { code } = row.fields
      if (code !== undefined) codes.add({ resource, code, owner, isShown: true, at: spanOf(row, 'code') })
    }
  }
}

function seeZoom({ zooms }: Gathering, product: DesiredRecord): void {
  const { image = '', image_large: large = '' } = product.fields
  if (image !== '' && large !== '' && image !== large)
    zooms.push({ sku: codeOf(product), image, large, at: spanOf(product, 'image_large') })
}
