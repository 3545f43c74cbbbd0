import type { Seed } from '../emulator/seed/seed.ts'
import { asStored } from '../records/as-stored.ts'
import { CatalogueInvalid } from './catalogue-invalid.ts'
import type { OpenCatalogue } from './load-catalogue.ts'

/**
 * The records and pictures of a catalogue as the seed of an emulator, which then matches the catalogue. Throws `CatalogueInvalid` for a
 * catalogue with errors.
 *
 * @example
 * const catalogue = await loadCatalogue({ root: 'my-shop' })
 * await using emulator = await startEmulator({ seed: await catalogueSeed(catalogue) })
 */
export async function catalogueSeed({ root, desired, problems, sources }: OpenCatalogue): Promise<Seed> {
  const errors = problems.filter(({ severity }) => severity === 'error')
  const [first, ...others] = errors
  if (first) {
    const more = others.length === 0 ? '' : ` (and ${others.length} more)`
    throw new CatalogueInvalid(`The catalogue ${root} cannot be a seed: ${first.message}${more}.`, {
      problems: errors,
      fix: 'Run `planogram validate` in that folder and fix the errors.',
    })
  }
  const files = desired.files.map(async ({ path, from, sha256 }) => ({ path, bytes: await sources.readPicture(from, sha256) }))
  return { records: Object.values(desired.roots).flatMap((records) => records.map(asStored)), files: await Promise.all(files) }
}
