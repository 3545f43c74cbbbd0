import type { Trace } from '../explain/trace.ts'
import type { Region } from '../overlay/origin-of.ts'
import type { VariantDocument } from '../../documents/variant-document.ts'
import { at, childOf, keysOf, type Located, spanOf } from '../../yaml/source-node.ts'
import type { Level } from './expand-variant.ts'

/** Notes what of one variant gives way to a nearer level; the nearest level is the first. */
export function traceLevels(trace: Trace, levels: readonly Level<VariantDocument>[], path: readonly [sku: string, code: string]): void {
  const [sku, code] = path
  const fields = new Set(levels.flatMap(({ located }) => keysOf(located).filter((key) => !slot.includes(key) && key !== 'options')))
  for (const field of fields)
    noteChain(trace, { places: placesOf(levels, [field]), how: 'changed' }, ['products', sku, 'variants', code, field])
  noteChain(trace, { places: placesOf(levels, slot), how: 'slot' }, ['products', sku, 'variants', code, 'price'])
}

const slot: readonly string[] = ['pricing', 'price']

/** The value of each level that gives one of the keys. */
function placesOf(levels: readonly Level<VariantDocument>[], keys: readonly string[]): readonly Located[] {
  return levels.flatMap(({ located }) => {
    const key = keys.find((each) => childOf(located, each) !== undefined)
    return key === undefined ? [] : [at(located, key)]
  })
}

interface Chain {
  readonly places: readonly Located[]
  readonly how: 'changed' | 'slot'
}

function noteChain({ history }: Trace, { places, how }: Chain, path: readonly string[]): void {
  for (const [index, was] of places.entries()) {
    const nearer = places[index - 1]
    if (nearer) history.push({ path, how, by: spanOf(nearer), was: spanOf(was) })
  }
}

/** Notes whose words the fields of a level are. Value by value: what defaults brought along stands elsewhere. */
export function traceRegion({ regions }: Trace, kind: Region['kind'], level: Located): void {
  for (const key of keysOf(level)) regions.push({ kind, name: '', span: spanOf(at(level, key)) })
}
