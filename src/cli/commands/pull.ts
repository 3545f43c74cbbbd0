import { keyOf } from '../../records/named-fields.ts'
import { existsSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openLiveStore, type RecordStore } from '../../catalogue/cache/record-store.ts'
import { managedPart } from '../../pull/collapse/managed-part.ts'
import { maskSecrets } from '../../problems/mask-secrets.ts'
import { exitCodes } from '../../errors.ts'
import type { DesiredRecord } from '../../records/desired.ts'
import { type Records, recordSource } from '../../records/record-source.ts'
import { documentDiff } from '../../report/document-diff.ts'
import { countOf } from '../../report/amounts.ts'
import { countOfKind } from '../../report/kinds.ts'
import type { Theme } from '../../report/theme.ts'
import type { RecordTree } from '../../resources/record-tree.ts'
import { type Connection, connectStore } from '../../workspace/connect-store.ts'
import { documentCache } from '../../workspace/document-cache.ts'
import type { GlobalOptions } from '../global-options.ts'
import { type ProgramOutput, programOutput } from '../program-output.ts'
import { type FileGuard, openFileGuard } from '../../pull/file-guard.ts'
import { pullPictures } from '../../pull/pull-pictures.ts'
import { pullText } from '../pull-text.ts'
import { readStore } from '../../pull/read-store.ts'
import { type ScratchOptions, startScratch } from '../../pull/scratch-catalogue.ts'
import { mergeStore } from '../../pull/merge-store.ts'
import { keepForm, withSchemaLine } from '../../pull/keep-form.ts'
import { readTexts, type Texts } from '../../pull/written-catalogue.ts'
import type { OpenPackedCatalogue } from '../../workspace/load-catalogue.ts'
import { readValidCatalogue } from '../read-catalogue.ts'
import type { Surroundings } from '../surroundings.ts'
import type { PullOptions } from './pull-usage.ts'

/**
 * `planogram pull`: writes a store to YAML. New records go to the files of the layout, changed values are edited in place, nothing
 * is deleted; the result is checked before a file is written, so that it is valid and planning it finds no changes.
 */
export async function pull(options: PullOptions, global: GlobalOptions, surroundings: Surroundings): Promise<number> {
  using products = openLiveStore(tmpdir())
  using catalogue = await readValidCatalogue(global, surroundings, tmpdir())
  const connection = await connectStore({ catalogue, env: surroundings.env })
  try {
    return await pullFrom(connection, { options, global, surroundings, catalogue, products })
  } finally {
    await connection.close()
  }
}

interface Session {
  readonly options: PullOptions
  readonly global: GlobalOptions
  readonly surroundings: Surroundings
  readonly catalogue: OpenPackedCatalogue
  /** Where the products of the store are kept. */
  readonly products: RecordStore<RecordTree>
}

async function pullFrom({ store, state }: Connection, session: Session): Promise<number> {
  const { options, global, surroundings, catalogue, products } = session
  const { images, dryRun: isTrial, layout, force } = options
  const { root, config } = catalogue
  const { env } = surroundings
  const output = programOutput(global, surroundings)
  using open = cleanUpAtEnd(surroundings, output)
  const guard = open.use(openFileGuard(root, { force, env }))
  const texts = readTexts(root, { config, configFile: global.config })
  const { live, notes } = await readStore(store, {
    products,
    onProgress: (resource, count) => output.note(`read ${countOfKind(count, resource)}\n`),
  })
  const { roots } = catalogue.desired
  const pictures = await pullPictures({
    root,
    store,
    state,
    guard,
    known: catalogue.desired.files,
    download: images,
    records: [managedOf(live.categories, roots.Cat), managedOf(live.products, roots.Product)],
    onProgress: (done, all) => {
      if (images && (done % 100 === 0 || done === all)) output.note(`pictures: ${done} of ${all}\n`)
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
    layout,
    capabilities: store.capabilities,
    pictureAt: pictures.pictureAt,
    contentAt: pictures.contentAt,
  })
  const laidOut = new Map([...taken.texts].map(([path, text]) => [path, inForm(root, path, { before: texts.get(path), after: text })]))
  const files = changedFiles(root, laidOut)
  if (!isTrial) await writeTexts(laidOut, files, guard)
  const outcome = { store: store.name, taken, files, isTrial, pictures: { ...pictures, asked: images }, notes }
  const diffs = isTrial && global.verbose ? diffText(root, { laidOut, files, theme: output.theme }) : ''
  await output.result(`${diffs}${pullText(outcome, output.theme, global.verbose)}`)
  const { reads } = store.requests()
  output.note(`${countOf(reads, 'request')} to store ${store.name}; nothing was written to it\n`)
  return taken.problems.length > 0 ? exitCodes.invalid : exitCodes.done
}

/** The part of records that will be written: of those in the catalogue, what it manages, so that no unused picture is downloaded. */
function* managedOf(live: Records<RecordTree>, desired: Records<DesiredRecord> = []): Generator<RecordTree> {
  const known = recordSource(desired)
  for (const record of live) {
    const own = known.get(keyOf(record))
    yield own === undefined ? record : managedPart(record, [own])
  }
}

/** What is released at the end, and at a signal, which ends the program at once: before the last step only pictures are written. */
function cleanUpAtEnd({ onSignal, abandon }: Surroundings, output: ProgramOutput): DisposableStack {
  const open = new DisposableStack()
  const off = onSignal((signal) => {
    open.dispose()
    output.warn('Stopped: no document was changed. Downloaded pictures stay. Run `planogram pull` again to continue.\n')
    abandon(signal === 'SIGINT' ? exitCodes.interrupted : exitCodes.terminated)
  })
  open.defer(off)
  return open
}

/** A document that is new or was in canonical form is in canonical form after pull; any other keeps its form, and so do HTML and Markdown. */
function inForm(root: string, path: string, { before, after }: { before: string | undefined; after: string }): string {
  if (before === after || !/\.ya?ml$/i.test(path)) return after
  return keepForm(path, before, before === undefined ? withSchemaLine(root, path, after) : after)
}

function scratchOf({ global, surroundings, catalogue }: Session): ScratchOptions {
  return {
    root: catalogue.root,
    configFile: global.config,
    env: surroundings.env,
    now: surroundings.now(),
    store: catalogue.config.storeName,
    cache: documentCache(catalogue.root, surroundings.env),
    folder: tmpdir(),
  }
}

/** The files that would be new, and those that would change. */
function changedFiles(root: string, texts: Texts): { readonly added: readonly string[]; readonly changed: readonly string[] } {
  const added = [...texts.keys()].filter((path) => !existsSync(join(root, path)))
  const isNew = new Set(added)
  const changed = [...texts].filter(([path, text]) => !isNew.has(path) && readFileSync(join(root, path), 'utf8') !== text)
  return { added, changed: changed.map(([path]) => path) }
}

async function writeTexts(texts: Texts, { added, changed }: ReturnType<typeof changedFiles>, guard: FileGuard): Promise<void> {
  await guard.check(changed)
  for (const path of [...added, ...changed]) guard.write(path, texts.get(path) ?? '')
}

interface Shown {
  readonly laidOut: Texts
  readonly files: ReturnType<typeof changedFiles>
  readonly theme: Theme
}

function diffText(root: string, { laidOut, files: { added, changed }, theme }: Shown): string {
  const before = new Map(changed.map((path) => [path, readFileSync(join(root, path), 'utf8')]))
  const diffs = [...changed, ...added].map((path) =>
    documentDiff(path, { before: maskSecrets(before.get(path) ?? ''), after: maskSecrets(laidOut.get(path) ?? '') }, theme),
  )
  return diffs.map((diff) => `${diff}\n`).join('')
}
