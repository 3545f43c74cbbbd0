import type { VariantDocument } from '../../documents/variant-document.ts'
import { at, childOf, keysOf, type Located, spanOf } from '../../yaml/source-node.ts'
import type { Region } from '../layers/trace.ts'
import type { Level } from './draft.ts'
import type { ExpansionTrace } from './expansion.ts'

/** Traces the values of a variant that a nearer level replaces; the nearest level is the first. */
export function traceLevels(
  trace: ExpansionTrace,
  levels: readonly Level<VariantDocument>[],
  [sku, code]: readonly [sku: string, code: string],
): void {
  const fields = new Set(levels.flatMap(({ located }) => keysOf(located).filter((key) => !slot.includes(key) && key !== 'options')))
  for (const field of fields)
    traceChain(trace, { places: placesOf(levels, [field]), how: 'changed' }, ['products', sku, 'variants', code, field])
  traceChain(trace, { places: placesOf(levels, slot), how: 'slot' }, ['products', sku, 'variants', code, 'price'])
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

function traceChain({ history }: ExpansionTrace, { places, how }: Chain, path: readonly string[]): void {
  for (const [index, was] of places.entries()) {
    const nearer = places[index - 1]
    if (nearer) history.push({ path, how, by: spanOf(nearer), was: spanOf(was) })
  }
}

/** Traces the region of each value of a level: values that defaults filled in are elsewhere. */
export function traceRegion({ regions }: ExpansionTrace, kind: Region['kind'], level: Located): void {
  for (const key of keysOf(level)) regions.push({ kind, name: '', span: spanOf(at(level, key)) })
}
