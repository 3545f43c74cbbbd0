/** `PLANOGRAM_FULL=1` runs the large matrices and fuzzers whole, for most of an hour; else a run has a seeded sample of them. */
export const isWhole: boolean = process.env['PLANOGRAM_FULL'] === '1'

/** Chooses the sample; `PLANOGRAM_SEED` sets another one. */
export const seed = Number(process.env['PLANOGRAM_SEED'] ?? 4711)

/** The cases of a matrix: in a sample every n-th, from one that the seed chooses. */
export function sampled<T>(cases: readonly T[], every: number): readonly T[] {
  if (isWhole) return cases
  const chosen = cases.filter((_, index) => (index + seed) % every === 0)
  if (chosen.length === 0) throw new Error(`the sample is empty: one in ${every} of ${cases.length} cases, seed ${seed}`)
  return chosen
}
