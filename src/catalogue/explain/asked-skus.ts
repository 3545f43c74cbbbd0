const encoded: Readonly<Record<string, string>> = { '%25': '%', '%3E': '>', '%23': '#' }

/**
 * The skus and variant codes that an address can be about, so that a large catalogue need not be made as a whole: what stands behind
 * the kind, up to a `>`, and that without what stands behind a point, since a key may hold points too.
 */
export function askedSkus(address: string): readonly string[] {
  const dot = address.indexOf('.')
  const [key = ''] = dot < 0 ? [] : address.slice(dot + 1).split('>')
  const points = [...key.matchAll(/\./g)].map(({ index }) => key.slice(0, index))
  return [key, ...points].filter((sku) => sku !== '').map((sku) => sku.replace(/%(?:25|3E|23)/g, (sign) => encoded[sign] ?? sign))
}
