import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { randomNumbers } from '../../src/emulator/faults/faults.ts'
import { sampled, seed } from '../support/whole.ts'

/** The same catalogues on a store that can write a part of a body, or whose deletes are not known. */
const variants = [
  'everything-into-an-empty-store+batch=stop',
  'grid-breaks-change+batch=continue',
  'grid-breaks-change+deletes=shown',
  'grid-doubled-in-the-store+batch=continue',
  'grid-doubled-in-the-store+deletes=shown',
  'grid-gets-a-forced-price+batch=stop',
  'grid-gets-a-group+batch=stop',
  'grid-loses-a-group+deletes=shown',
  'grid-loses-a-group-with-forced-prices+batch=stop',
  'grid-prices-move+batch=continue',
  'grid-to-matrix+batch=stop',
  'group-gets-its-own-prices+batch=stop',
  'matrix-gets-a-value+batch=stop',
  'matrix-loses-a-value+deletes=shown',
  'orphaned-prices+batch=stop',
  'simple-price-to-grid+batch=stop',
  'simple-to-matrix+batch=continue',
]

const named = process.env['PLANOGRAM_FAULT_SCENARIOS']

/** True where only the scenarios that PLANOGRAM_FAULT_SCENARIOS names are tried. */
export const isPart = named !== undefined

const folders = readdirSync(join(import.meta.dirname, '..', 'scenarios'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)

/** The scenarios whose fault points are tried: the folders of test/scenarios, some of them with switches of the emulator. */
const scenarios: readonly string[] = (named?.split(',') ?? [...folders, ...variants]).toSorted()

/** Every n-th scenario, for a sample; all of them where every point is tried. */
export function everyNth(count: number, all = scenarios): readonly string[] {
  return isPart ? all : sampled(all, count)
}

/** The folders of test/scenarios in a store that can write a part of a body; every n-th as above. */
export function everyNthInParts(count: number): readonly string[] {
  return everyNth(count, named?.split(',') ?? folders.toSorted().map((folder) => `${folder}+batch=stop`))
}

/** Random numbers from 0 to 1 of one scenario: the same in each run, unless PLANOGRAM_SEED sets another seed. */
export function randomOf(scenario: string): () => number {
  return randomNumbers(Buffer.from(scenario).reduce((sum, byte) => Math.imul(sum, 31) + byte, seed))
}

/** A number of items, chosen by chance, in their order; all where there are no more. */
export function sampleOf<T>(items: readonly T[], count: number, random: () => number): readonly T[] {
  const left = items.map((_, index) => index)
  const chosen = Array.from({ length: Math.min(count, items.length) }, () => left.splice(Math.floor(random() * left.length), 1)[0] ?? 0)
  return chosen.toSorted((a, b) => a - b).flatMap((index) => items[index] ?? [])
}
