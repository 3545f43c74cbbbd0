import { loadCatalogue } from '../catalogue/load-catalogue.ts'
import type { Seed } from '../emulator/seed/seed.ts'
import { OperationalError } from '../errors.ts'
import { asStored } from '../records/as-stored.ts'
import type { Surroundings } from './surroundings.ts'

/** What an embedded store holds that begins with a catalogue: its records and pictures. Fails with `catalogue-invalid`. */
export async function catalogueSeed(root: string, env: Surroundings['env']): Promise<Seed> {
  const { desired, problems, readPicture } = await loadCatalogue({ root, env })
  const [first, ...more] = problems.filter(({ severity }) => severity === 'error')
  if (first) {
    throw new OperationalError('catalogue-invalid', `The catalogue ${root} cannot be a seed: ${first.message} (and ${more.length} more)`, {
      fix: 'Run `planogram validate` in that folder and mend what it lists.',
    })
  }
  return {
    records: Object.values(desired.roots).flatMap((records) => records.map(asStored)),
    files: await Promise.all(desired.files.map(async ({ path, from, sha256 }) => ({ path, bytes: await readPicture(from, sha256) }))),
  }
}
