import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Layout } from '../../catalogue/collapse/layout.ts'
import { keepForm } from '../../catalogue/format/keep-form.ts'
import { exitCodes } from '../../errors.ts'
import { type Connection, connectStore } from '../connect-store.ts'
import { documentCache } from '../document-cache.ts'
import type { GlobalOptions } from '../global-options.ts'
import { programOutput } from '../program-output.ts'
import { openFileGuard } from '../pull/file-guard.ts'
import { pullPictures } from '../pull/pull-pictures.ts'
import { pullText } from '../pull/pull-text.ts'
import { readStore } from '../pull/read-store.ts'
import { startScratch } from '../pull/scratch-catalogue.ts'
import { takeOver, type TakenOver } from '../pull/take-over.ts'
import { withSchemaLine } from '../pull/schema-line.ts'
import { readTexts, type Texts } from '../pull/written-catalogue.ts'
import { type OpenCatalogue, readValidCatalogue } from '../read-catalogue.ts'
import type { Surroundings } from '../surroundings.ts'

/**
 * `planogram pull`: a store into YAML. New records go to the files of the layout, values that moved are edited where they
 * stand, nothing is deleted; the result is tried before a file is touched, so that it is valid and planning it finds nothing.
 */
export async function pull(options: GlobalOptions, surroundings: Surroundings): Promise<number> {
  const catalogue = await readValidCatalogue(options, surroundings)
  const connection = await connectStore(catalogue, surroundings)
  try {
    return await pullFrom(connection, { options, surroundings, catalogue })
  } finally {
    await connection.close()
  }
}

interface Session {
  readonly options: GlobalOptions
  readonly surroundings: Surroundings
  readonly catalogue: OpenCatalogue
}

async function pullFrom({ store, state }: Connection, { options, surroundings, catalogue }: Session): Promise<number> {
  const { root, config } = catalogue
  const { env } = surroundings
  const output = programOutput(options, surroundings)
  using guard = openFileGuard(root, { force: options.force === true, env })
  const texts = readTexts(root, { config, configFile: options.config })
  const { live, notes } = await readStore(store, (resource, count) =>
    output.note(`read ${count.toLocaleString('en')} ${words[resource] ?? resource}\n`),
  )
  const pictures = await pullPictures({
    root,
    store,
    state,
    guard,
    known: catalogue.desired.files,
    download: options.images === true,
    records: [...live.categories, ...live.products],
    onProgress: (done, all) => {
      if (options.images === true && (done % 100 === 0 || done === all)) output.note(`pictures: ${done} of ${all}\n`)
    },
  })
  const taken = await tryOut({ options, surroundings, catalogue }, (load) =>
    takeOver({
      root,
      live,
      catalogue,
      texts,
      env,
      load,
      layout: layoutOf(options.layout),
      capabilities: store.capabilities,
      pictureAt: pictures.pictureAt,
      contentAt: pictures.contentAt,
    }),
  )
  const laidOut = new Map([...taken.texts].map(([path, text]) => [path, inForm(root, path, { before: texts.get(path), after: text })]))
  const files = await writeTexts(root, laidOut, guard)
  const outcome = { store: store.name, taken, files, pictures: { ...pictures, asked: options.images === true }, notes }
  await output.result(pullText(outcome, output.theme, options.verbose === true))
  const { reads } = store.requests()
  output.note(`${reads} requests to store ${store.name}, nothing written to it\n`)
  return taken.problems.length > 0 ? exitCodes.invalid : exitCodes.done
}

/** A new document and one that was in canonical form are so after pull; any other keeps its form. Texts of HTML or Markdown are nobody's to lay out. */
function inForm(root: string, path: string, { before, after }: { before: string | undefined; after: string }): string {
  if (before === after || !/\.ya?ml$/i.test(path)) return after
  return keepForm(path, before, before === undefined ? withSchemaLine(root, path, after) : after)
}

const words: Readonly<Record<string, string>> = { UserGroups: 'groups', Cat: 'categories', Product: 'products', Webhooks: 'webhooks' }

type Load = Parameters<typeof takeOver>[0]['load']

/** Runs a take-over with a scratch copy of the catalogue to try its texts in. */
async function tryOut({ options, surroundings, catalogue }: Session, take: (load: Load) => Promise<TakenOver>): Promise<TakenOver> {
  using scratch = startScratch({
    root: catalogue.root,
    configFile: options.config,
    env: surroundings.env,
    store: catalogue.config.storeName,
    cache: documentCache(catalogue.root, surroundings.env),
  })
  return await take((texts) => scratch.load(texts))
}

function layoutOf(layout: string | undefined): Layout {
  return layout === 'product' || layout === 'flat' ? layout : 'category'
}

async function writeTexts(
  root: string,
  texts: Texts,
  guard: ReturnType<typeof openFileGuard>,
): Promise<{ added: string[]; changed: string[] }> {
  const moved = [...texts].filter(([path, text]) => !existsSync(join(root, path)) || readFileSync(join(root, path), 'utf8') !== text)
  const changed = moved.map(([path]) => path).filter((path) => existsSync(join(root, path)))
  await guard.check(changed)
  const before = new Set(changed)
  for (const [path, text] of moved) guard.write(path, text)
  return { added: moved.map(([path]) => path).filter((path) => !before.has(path)), changed }
}
