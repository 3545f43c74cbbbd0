import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { packCatalogue } from '../../src/catalogue/pack-catalogue.ts'
import type { Layout } from '../../src/pull/collapse/layout.ts'
import type { LiveRecords } from '../../src/pull/live-records.ts'
import { startScratch } from '../../src/pull/scratch-catalogue.ts'
import { mergeStore, type MergeResult } from '../../src/pull/merge-store.ts'
import { readTexts } from '../../src/pull/written-catalogue.ts'
import { startEmulator } from '../../src/emulator/start-emulator.ts'
import { documentedCapabilities } from '../../src/resources/capabilities.ts'
import { type Ended, planogram } from './command-line.ts'

const shopConfig = 'stores: { local: { emulator: true } }\ndefault_store: local\n'

/** Merges records into a catalogue of these files, as `pull` does, without a store. */
export async function pulledInto(
  files: Readonly<Record<string, string | Uint8Array>>,
  live: LiveRecords,
  more: { readonly layout?: Layout; readonly pictures?: ReadonlySet<string> } = {},
): Promise<MergeResult> {
  const root = mkdtempSync(join(tmpdir(), 'planogram-pull-'))
  try {
    for (const [path, text] of Object.entries({ 'planogram.yaml': shopConfig, ...files })) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), text)
    }
    const options = { root, configFile: 'planogram.yaml', env: {} }
    const packed = await packCatalogue(options)
    const { config, problems } = packed.catalogue
    const errors = problems.filter(({ severity }) => severity === 'error')
    if (errors.length > 0) throw new Error(`no valid catalogue to start with: ${errors[0]?.message ?? ''}`)
    using scratch = startScratch({ ...options, folder: null })
    return await mergeStore({
      root,
      live,
      catalogue: { config, problems, desired: packed.desired, sources: packed.sources },
      texts: readTexts(root, { config, configFile: 'planogram.yaml' }),
      layout: more.layout ?? 'category',
      capabilities: { ...documentedCapabilities, deletes: 'generic', links: 'upsert', attributes: 'label', batches: 'atomic' },
      env: {},
      pictureAt: (folder, name) => (more.pictures?.has(`${folder}/${name}`) ? `images/${name}` : undefined),
      contentAt: new Map(),
      load: (texts) => scratch.load(texts),
    })
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

/** The documents of a merge result by path. */
export function documentsOf({ texts }: MergeResult): Record<string, string> {
  return Object.fromEntries([...texts].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** A store with these records, and an empty catalogue for it. */
export interface SeededStore extends AsyncDisposable {
  run(...argv: readonly string[]): Promise<Ended>
  /** The documents of the catalogue by path. */
  files(): Record<string, string>
}

/** Starts a store and writes records into it as another program would. */
export async function seededStore(live: LiveRecords): Promise<SeededStore> {
  const root = mkdtempSync(join(tmpdir(), 'planogram-seeded-'))
  const emulator = await startEmulator()
  const known = 'capabilities: { deletes: generic, links: upsert, attributes: label }'
  writeFileSync(join(root, 'planogram.yaml'), `stores: { shop: { base_url: "${emulator.url}", key: "\${SHOP_KEY}", ${known} } }\n`)
  const webhooks = live.webhooks.map((fields) => ({ resource: 'Webhooks' as const, fields, children: {} }))
  emulator.seed([...live.groups, ...live.categories, ...live.products, ...webhooks])
  return {
    run: (...argv) => planogram(root, argv, { SHOP_KEY: emulator.key }),
    files: () => {
      const paths = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) => /^[^.].*\.yaml$/.test(path))
      return Object.fromEntries(paths.toSorted().map((path) => [path, readFileSync(join(root, path), 'utf8')]))
    },
    [Symbol.asyncDispose]: async () => {
      await emulator.close()
      rmSync(root, { recursive: true, force: true })
    },
  }
}
