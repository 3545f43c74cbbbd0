import type { AcceptedWrite } from '../../src/emulator/writes/write-log.ts'
import type { RunningEmulator } from '../../src/emulator/emulator-options.ts'
import { plainQuery } from '../../src/pricing/price-query.ts'
import { type ProductView, productView, type Surroundings, viewedSpec, type Viewers } from './shopper-view.ts'

/** Every product of a store as shoppers see it, by sku. */
export type ShopView = ReadonlyMap<string, ProductView>

/** A state of the shop after an accepted write. */
export interface ShopMoment {
  readonly write: AcceptedWrite
  /** The products that shoppers see otherwise than before it; `null`: removed. */
  readonly changed: ReadonlyMap<string, ProductView | null>
}

/** Looks at the shop of an emulator, in its process and without requests. */
export interface ShopperProbe extends Disposable {
  /** The shop as it is now; every product is read. */
  look(): ShopView
  /** Every state that a shopper could see since the probe was made, one for each commit that changed something to be seen. */
  moments(): readonly ShopMoment[]
}

/** Quantities that meet the breaks of the scenarios. */
const usualQuantities = [1, 10, 12, 48, 100]

/** The skus of products whose view a write may have changed; `null`: any of them. */
function touchedBy(write: AcceptedWrite, productOf: (code: string) => string | undefined): ReadonlySet<string> | null {
  const rows = write.changes.flatMap((change) => (change.resource === 'File' ? [] : [change.key]))
  if (rows.length < write.changes.length) return null
  const named = rows.flatMap((key) => [key['sku'], key['code']]).filter((text) => text !== undefined)
  return new Set(named.flatMap((text) => [text, productOf(text) ?? text]))
}

function isSame(one: ProductView | undefined, other: ProductView): boolean {
  return one !== undefined && JSON.stringify(one) === JSON.stringify(other)
}

/**
 * Follows what shoppers see from now on, after each commit. A product is read again only after a write of its own rows, or of any file.
 * Promotions that begin or end between two writes are seen with the next write of the product; `look` always sees them.
 */
export function shopperProbe(emulator: RunningEmulator, given: Partial<Viewers> = {}): ShopperProbe {
  const viewers: Viewers = {
    groups: given.groups ?? emulator.records('UserGroups').map(({ fields }) => fields['code'] ?? ''),
    quantities: given.quantities ?? usualQuantities,
    currencies: given.currencies ?? plainQuery.currencies,
  }
  const owners = new Map<string, string>()
  const around = (): Surroundings => ({
    viewers,
    at: emulator.clock.now().toISOString().slice(0, 19).replace('T', ' '),
    hashOf: (path) => emulator.file(path)?.sha256 ?? null,
  })
  const read = (skus?: readonly string[]): Map<string, ProductView> => {
    const surroundings = around()
    return new Map(
      emulator.records(viewedSpec, skus).map((product) => {
        const sku = product.fields['sku'] ?? ''
        for (const { fields } of product.children.Variants ?? []) owners.set(fields['code'] ?? '', sku)
        return [sku, productView(product, surroundings)]
      }),
    )
  }

  const moments: ShopMoment[] = []
  const known = read()
  const end = emulator.writes.onWrite((write) => {
    const touched = touchedBy(write, (code) => owners.get(code))
    const seen = read(touched === null ? undefined : [...touched])
    const changed = new Map<string, ProductView | null>()
    for (const [sku, view] of seen) if (!isSame(known.get(sku), view)) changed.set(sku, view)
    for (const sku of touched ?? known.keys()) if (known.has(sku) && !seen.has(sku)) changed.set(sku, null)
    for (const [sku, view] of changed) {
      if (view === null) known.delete(sku)
      else known.set(sku, view)
    }
    if (changed.size > 0) moments.push({ write, changed })
  })
  return {
    look: () => read(),
    moments: () => moments,
    [Symbol.dispose]: end,
  }
}
