import type { Plan } from '../plan/plan.ts'
import type { SourcePlace } from '../source/source.ts'

/** Finds the place of a change by its address, `null` where it has none. Most runs have no failure to show one for. */
export function sourcesOf({ changes }: Plan): (address: string) => SourcePlace | null {
  let places: ReadonlyMap<string, SourcePlace | null> | undefined
  return (address) => (places ??= new Map(changes.map((change) => [change.address, change.source]))).get(address) ?? null
}
