import { gatherFacts } from '../../../src/rules/product-facts.ts'
import type { PictureFacts } from '../../../src/pictures/picture-facts.ts'
import type { RuleContext } from '../../../src/rules/rule.ts'
import type { DesiredRecord, RootName, WantedFile } from '../../../src/records/desired.ts'
import type { SourceSpan } from '../../../src/source/source.ts'
import type { ResourceName } from '../../../src/resources/registry.ts'
import type { Fields } from '../../../src/resources/resource.ts'

/** A span whose file name identifies its record. */
function at(name: string): SourceSpan {
  return { file: name, start: 0, end: 1 }
}

type Children = Readonly<Partial<Record<ResourceName, readonly DesiredRecord[]>>>

/** A desired record whose source carries its first field. */
export function record(resource: ResourceName, fields: Fields, children: Children = {}): DesiredRecord {
  return { resource, fields, children, source: at(Object.values(fields).join(' ')), spans: {} }
}

/** The input of the rules, made from roots. */
export function shop(roots: Partial<Record<RootName, DesiredRecord[]>>, more: Partial<RuleContext> = {}): RuleContext {
  const tested = more.expectations?.map(({ sku }) => sku)
  const gathering = gatherFacts(new Set(tested))
  for (const each of [...(roots.Cat ?? []), ...(roots.Product ?? [])]) gathering.add(each)
  return { desired: { roots, files: [] }, facts: gathering.facts, pictures: new Map(), rawGrids: new Set(), ...more }
}

/** The input of the rules, made from pictures. */
export function pictures(facts: Readonly<Record<string, PictureFacts>>): RuleContext {
  const files = Object.entries(facts).map(([from, { size }]): WantedFile => ({
    path: `images/items/${from}`,
    from,
    size,
    sha256: '',
    source: at(`names ${from}`),
  }))
  return shop({}, { desired: { roots: {}, files }, pictures: new Map(Object.entries(facts)) })
}

/** A product with a price, so that only what a test is about is wrong with it. */
export function product(sku: string, children: Children = {}): DesiredRecord {
  return record('Product', { sku, price: '1' }, children)
}

/** A row of a grid: group, start, end, and the currency of a forced price. */
export function priceRow(text: string): DesiredRecord {
  const [group = '', start = '', end = '', currency = ''] = text.split(' ')
  const fields = { group_code: group === 'default' ? '' : group, start, end, currency_code: currency, price: '1' }
  return { ...record('PricingAdvanced', fields), source: at(text) }
}
