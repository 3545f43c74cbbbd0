import { existsSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPutAside, type PutAside } from '../../catalogue/cache/put-aside.ts'
import { managedPart } from '../../pull/collapse/managed-part.ts'
import type { Layout } from '../../pull/collapse/layout.ts'
import { maskSecrets } from '../../problems/mask-secrets.ts'
import { exitCodes } from '../../errors.ts'
import type { DesiredRecord } from '../../records/desired.ts'
import { documentDiff } from '../../report/document-diff.ts'
import { countOf } from '../../report/amounts.ts'
import { countOfKind } from '../../report/kinds.ts'
import type { Theme } from '../../report/theme.ts'
import type { RecordTree } from '../../resources/record-tree.ts'
import { type Connection, connectStore } from '../connect-store.ts'
import { documentCache } from '../document-cache.ts'
import type { GlobalOptions } from '../global-options.ts'
import { type ProgramOutput, programOutput } from '../program-output.ts'
import { type FileGuard, openFileGuard } from '../../pull/file-guard.ts'
import { keyOfRoot } from '../../pull/live-records.ts'
import { pullPictures } from '../../pull/pull-pictures.ts'
import { pullText } from '../pull-text.ts'
import { readStore } from '../../pull/read-store.ts'
import { startScratch } from '../../pull/scratch-catalogue.ts'
import { mergeStore } from '../../pull/merge-store.ts'
import { keepForm, withSchemaLine } from '../../pull/keep-form.ts'
import { readTexts, type Texts } from '../../pull/written-catalogue.ts'
import { type OpenCatalogue, readValidCatalogue } from '../read-catalogue.ts'
import type { Surroundings } from '../surroundings.ts'

/**
 * `planogram pull`: a store into YAML. New records go to the files of the layout, values that moved are edited where they
 * stand, nothing is deleted; the result is tried before a file is touched, so that it is valid and planning it finds nothing.
 */
export async function pull(options: GlobalOptions, surroundings: Surroundings): Promise<number> {
  using aside = openPutAside(tmpdir())
  const catalogue = await readValidCatalogue(options, surroundings, { keptOf: (product) => aside.desired(product) })
  const connection = await connectStore(catalogue, surroundings)
  try {
    return await pullFrom(connection, { options, surroundings, catalogue, aside })
  } finally {
    await connection.close()
  }
}

interface Session {
  readonly options: GlobalOptions
  readonly surroundings: Surroundings
  readonly catalogue: OpenCatalogue
  readonly aside: PutAside
}

async function pullFrom({ store, state }: Connection, session: Session): Promise<number> {
  const { options, surroundings, catalogue, aside } = session
  const { root, config } = catalogue
  const { env } = surroundings
  const output = programOutput(options, surroundings)
  using open = cleanedUp(surroundings, output)
  const guard = open.use(openFileGuard(root, { force: options.force === true, env }))
  const texts = readTexts(root, { config, configFile: options.config })
  const { live, notes } = await readStore(store, {
    retain: (product) => aside.live(product),
    onProgress: (resource, count) => output.note(`read ${countOfKind(count, resource)}\n`),
  })
  const pictures = await pullPictures({
    root,
    store,
    state,
    guard,
    known: catalogue.desired.files,
    download: options.images === true,
    records: [...managedOf(live.categories, catalogue.desired.roots.Cat), ...managedOf(live.products, catalogue.desired.roots.Product)],
    onProgress: (done, all) => {
      if (options.images === true && (done % 100 === 0 || done === all)) output.note(`pictures: ${done} of ${all}\n`)
    },
  })
  const scratch = open.use(startScratch(scratchOf(session)))
  const taken = await mergeStore({
    root,
    live,
    catalogue,
    texts,
    env,
    load: (tried) => {
      guard.checkPlaces(tried.keys())
      return scratch.load(tried)
    },
    layout: layoutOf(options.layout),
    capabilities: store.capabilities,
    pictureAt: pictures.pictureAt,
    contentAt: pictures.contentAt,
  })
  const laidOut = new Map([...taken.texts].map(([path, text]) => [path, inForm(root, path, { before: texts.get(path), after: text })]))
  const files = movedFiles(root, laidOut)
  const isTrial = options.dryRun === true
  if (!isTrial) await writeTexts(laidOut, files, guard)
  const outcome = { store: store.name, taken, files, isTrial, pictures: { ...pictures, asked: options.images === true }, notes }
  const diffs = isTrial && options.verbose === true ? diffText(root, { laidOut, files, theme: output.theme }) : ''
  await output.result(`${diffs}${pullText(outcome, output.theme, options.verbose === true)}`)
  const { reads } = store.requests()
  output.note(`${countOf(reads, 'request')} to store ${store.name}, nothing written to it\n`)
  return taken.problems.length > 0 ? exitCodes.invalid : exitCodes.done
}

/** Records as far as they will be written: of those that the catalogue has, what it manages, so that no picture comes that nothing names. */
function managedOf(live: readonly RecordTree[], desired: readonly DesiredRecord[] = []): RecordTree[] {
  const known = new Map(desired.map((record) => [keyOfRoot(record), record]))
  return live.map((record) => {
    const own = known.get(keyOfRoot(record))
    return own === undefined ? record : managedPart(record, [own])
  })
}

/** What is given back at the end, and at a signal, which ends the program there: until the last moment nothing is written but pictures. */
function cleanedUp({ onSignal, abandon }: Surroundings, output: ProgramOutput): DisposableStack {
  const open = new DisposableStack()
  const off = onSignal((signal) => {
    open.dispose()
    output.complain('Stopped. No document was changed; pictures that were here already stay. Pull again to go on.\n')
    abandon(signal === 'SIGINT' ? exitCodes.interrupted : exitCodes.terminated)
  })
  open.defer(off)
  return open
}

/** A new document and one that was in canonical form are so after pull; any other keeps its form. Texts of HTML or Markdown are nobody's to lay out. */
function inForm(root: string, path: string, { before, after }: { before: string | undefined; after: string }): string {
  if (before === after || !/\.ya?ml$/i.test(path)) return after
  return keepForm(path, before, before === undefined ? withSchemaLine(root, path, after) : after)
}

function scratchOf({ options, surroundings, catalogue, aside }: Session): Parameters<typeof startScratch>[0] {
  return {
    root: catalogue.root,
    configFile: options.config,
    env: surroundings.env,
    now: surroundings.now(),
    store: catalogue.config.storeName,
    cache: documentCache(catalogue.root, surroundings.env),
    keptOf: (product) => aside.desired(product),
  }
}

function layoutOf(layout: string | undefined): Layout {
  return layout === 'product' || layout === 'flat' ? layout : 'category'
}

/** The files that would be other than they are, by whether they are there. */
function movedFiles(root: string, texts: Texts): { readonly added: readonly string[]; readonly changed: readonly string[] } {
  const added = [...texts.keys()].filter((path) => !existsSync(join(root, path)))
  const isNew = new Set(added)
  const changed = [...texts].filter(([path, text]) => !isNew.has(path) && readFileSync(join(root, path), 'utf8') !== text)
  return { added, changed: changed.map(([path]) => path) }
}

async function writeTexts(texts: Texts, { added, changed }: ReturnType<typeof movedFiles>, guard: FileGuard): Promise<void> {
  await guard.check(changed)
  for (const path of [...added, ...changed]) guard.write(path, texts.get(path) ?? '')
}

interface Shown {
  readonly laidOut: Texts
  readonly files: ReturnType<typeof movedFiles>
  readonly theme: Theme
}

function diffText(root: string, { laidOut, files: { added, changed }, theme }: Shown): string {
  const before = new Map(changed.map((path) => [path, readFileSync(join(root, path), 'utf8')]))
  const diffs = [...changed, ...added].map((path) =>
    documentDiff(path, { before: maskSecrets(before.get(path) ?? ''), after: maskSecrets(laidOut.get(path) ?? '') }, theme),
  )
  return diffs.map((diff) => `${diff}\n`).join('')
}
