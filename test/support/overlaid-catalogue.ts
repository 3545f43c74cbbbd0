import { type Bare, bare } from './bare-records.ts'
import { type FlatCatalogue, loadWritten, type WrittenFiles } from './written-catalogue.ts'

/** A config with two stores: `shop` reads the overlay in `over/`, `plain` does not. */
export const twoStores = 'stores: { plain: { emulator: true }, shop: { emulator: true, catalogue: over } }\ndefault_store: shop\n'

/** Loads `base.yaml` with `over/shop.yaml` merged over it for the store `shop`. */
export function loadOverlaid(base: string, over: string, files: WrittenFiles = {}): Promise<FlatCatalogue> {
  return loadWritten({ 'planogram.yaml': twoStores, 'base.yaml': base, 'over/shop.yaml': over, ...files })
}

/** The products of a catalogue by sku, without places. */
export function productsOf({ desired }: FlatCatalogue): Readonly<Record<string, Bare>> {
  return Object.fromEntries((desired.roots.Product ?? []).map((record) => [record.fields['sku'] ?? '', bare(record)]))
}

/** `file:line:column` of the place of a field of a product. */
export function placeOf({ desired, locate }: FlatCatalogue, sku: string, field: string): string {
  const span = desired.roots.Product?.find(({ fields }) => fields['sku'] === sku)?.spans[field]
  const place = span && locate(span)
  return place ? `${place.file}:${place.line}:${place.column}` : 'nowhere'
}
