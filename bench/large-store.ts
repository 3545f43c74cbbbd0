/** How much the store of the load test holds. */
export interface LargeStore {
  readonly products: number
  /** Of each product. */
  readonly variants: number
}

/** Price entries of a product: one for each group of its own, and one for each variant. */
const groups = ['', 'dealer', 'vip']

/** Everything that hangs on a product, in one request. */
export const everything =
  'Product+ProdCat+ProductAttributes+ProdAccessGroup+Inventory+Merchandising+ExtraImages+Options+PricingAdvanced+(Variants+PricingAdvanced+Inventory+VariantOptions)'

/** The parts of `everything` that the load test fills. */
export const filled = 'Product+ProdCat+ProductAttributes+Inventory+ExtraImages+PricingAdvanced+(Variants+PricingAdvanced)'

export function recordCount({ products, variants }: LargeStore): number {
  return products * (1 + 1 + 2 + 1 + 1 + groups.length + variants * 2)
}

export function priceCount({ products, variants }: LargeStore): number {
  return products * (groups.length + variants)
}

function variantText(sku: string, n: number): string {
  return (
    `<Variants><code>${sku}-${n}</code><price>${10 + n}.5</price><advanced_pricing>true</advanced_pricing><image>item-${n}.jpg</image>` +
    `<description>Size ${n} of ${sku}</description><weight>0.2</weight><sort>${n * 10}</sort>` +
    `<PricingAdvanced><start>0</start><end>9999999</end><price>${10 + n}.5</price></PricingAdvanced></Variants>`
  )
}

/** One product with all that hangs on it, as a node of a write. */
export function productNode(number: number, { variants }: LargeStore): string {
  const sku = `SKU-${String(number).padStart(7, '0')}`
  const prices = groups.map((group, n) => `<PricingAdvanced><price>${20 - n}.95</price><group_code>${group}</group_code></PricingAdvanced>`)
  return [
    `<Product><sku>${sku}</sku><title>Product number ${number}</title><description>Heavyweight cotton, made to last &amp; to be mended</description>`,
    `<comment>&lt;p&gt;Woven in the north from long-staple cotton. Machine washable at 40 degrees. Number ${number}.&lt;/p&gt;</comment>`,
    `<image>item-${number % 100}.jpg</image><price>19.95</price><advanced_pricing>true</advanced_pricing><weight>0.2</weight>`,
    `<option_type>Matrix</option_type><options_advanced>false</options_advanced><inactive>false</inactive><brand>Northwind</brand>`,
    `<slug>product-${number}</slug>`,
    `<ProdCat><cat_code>c${number % 200}</cat_code><sort>${number % 50}</sort></ProdCat>`,
    '<ProductAttributes><label>Material</label><value>Cotton</value><sort>10</sort></ProductAttributes>',
    '<ProductAttributes><label>Fit</label><value>Regular</value><sort>20</sort></ProductAttributes>',
    `<Inventory><quantity>${number % 300}</quantity></Inventory>`,
    `<ExtraImages><code>x${number}</code><image>item-${number % 97}.jpg</image></ExtraImages>`,
    ...prices,
    ...Array.from({ length: variants }, (_, n) => variantText(sku, n)),
    '</Product>',
  ].join('')
}
