import type { Seed } from '../emulator/seed/seed.ts'
import { asStored } from '../records/as-stored.ts'
import type { DesiredRecord } from '../records/desired.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import { CatalogueInvalid } from './catalogue-invalid.ts'
import type { OpenCatalogue } from './load-catalogue.ts'

/**
 * The records and pictures of a catalogue as the seed of an emulator, which then matches the catalogue. A webhook has the address that it has
 * with the `env` of `loadCatalogue`; one that needs a variable which is not set there is left out. Throws `CatalogueInvalid` for a catalogue
 * with errors.
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
  const records = Object.values(desired.roots).flatMap((roots) => roots.flatMap((record) => seeded(record, sources)))
  return { records, files: await Promise.all(files) }
}

/** A root record as the store has it. The catalogue has the url of a webhook as it is shown to people. */
function seeded(record: DesiredRecord, { resolveWebhook }: OpenCatalogue['sources']): readonly RecordTree[] {
  const stored = asStored(record)
  if (record.resource !== 'Webhooks') return [stored]
  const { name = '', url = '' } = stored.fields
  const resolved = resolveWebhook(name, url)
  if (resolved === undefined) return [stored]
  return 'missing' in resolved ? [] : [{ ...stored, fields: { ...stored.fields, url: resolved.address } }]
}
