import { readFileSync } from 'node:fs'
import { basename, relative, resolve, sep } from 'node:path'
import { systemCodeOf, OperationalError } from '../../errors.ts'
import { checkShape } from '../../documents/check-shape.ts'
import { decodeUtf8 } from '../../files/decode-utf8.ts'
import { notUtf8 } from '../../files/not-utf8.ts'
import { maskSecrets } from '../../problems/mask-secrets.ts'
import { meantSentence } from '../../documents/meant-sentence.ts'
import type { Problem } from '../../problems/problem.ts'
import { readYaml } from '../../yaml/read-yaml.ts'
import type { SourceSpan } from '../../source/source.ts'
import { at, type Located, type SourceNode, spanOf } from '../../yaml/source-node.ts'
import type { Config } from './config.ts'
import { type ConfigDocument, configDocument } from '../../documents/config-document.ts'
import { configMissing } from './config-missing.ts'
import { configProblems } from './config-problems.ts'
import { type ConfigValues, understandConfig } from './understand-config.ts'

/** A config that was read. */
export interface ReadConfig {
  readonly config: Config
  /** Path from the catalogue root. */
  readonly file: string
  /** The text of the file, with secrets masked. */
  readonly text: string
  readonly problems: readonly Problem[]
  /** True where an error can hide which folders are overlays: their documents seem to be those of the catalogue. */
  readonly hidesOverlays: boolean
  /** Where each store names its overlay. */
  readonly overlayPlaces: Readonly<Record<string, SourceSpan>>
}

/** Where a config is. */
interface ConfigPlace {
  readonly root: string
  readonly configFile: string
}

/** Which store of a config is chosen. */
export interface StoreChoice {
  /** The store that the user named. Default: `default_store`, the only store, or the one called `local`. */
  readonly store: string | undefined
  /** True for work on all stores or on none: the first store, where nothing else chooses one. Default: that is an error. */
  readonly anyStore?: boolean
}

/**
 * Reads the config of a catalogue and chooses the store. Throws `config-missing` where there is none and `store-unknown` where it does
 * not have the store; everything else that is wrong is a problem.
 */
export function readConfig({ store, anyStore = false, ...place }: ConfigPlace & StoreChoice): ReadConfig {
  const { document, values: all, problems, located, text } = readValues(place)
  const { defaultStore, ...values } = all
  const first = anyStore ? Object.keys(values.stores)[0] : undefined
  return {
    config: choose(values, store ?? defaultStore ?? first, problems.some(isError)),
    file: located.file,
    text: maskSecrets(text),
    problems,
    hidesOverlays: problems.some((problem) => isError(problem) && isAboutStores(problem, located)),
    overlayPlaces: Object.fromEntries(
      Object.keys(document.stores ?? {}).map((name) => [name, spanOf(at(at(located, 'stores', name), 'catalogue'))]),
    ),
  }
}

/** Reads a config without choosing a store. Throws `config-missing`; everything else that is wrong is a problem. */
export function readConfigValues(place: ConfigPlace): Pick<ReadValues, 'values' | 'problems'> {
  return readValues(place)
}

interface ReadValues extends Pick<ReadConfig, 'problems' | 'text'> {
  readonly document: ConfigDocument
  readonly values: ConfigValues
  readonly located: Located
}

function readValues({ root: folder, configFile }: ConfigPlace): ReadValues {
  const path = resolve(folder, configFile)
  const file = relative(folder, path).split(sep).join('/')
  const text = readText(path, folder)
  const { root, problems: broken } = readYaml(file, text)
  const empty: SourceNode = { kind: 'map', entries: new Map(), start: 0, end: 0 }
  const located: Located = { file, node: root ?? empty, key: null }
  const shape = checkShape(configDocument, located)
  const document: ConfigDocument = shape.value ?? {}
  const problems = [...broken, ...shape.problems, ...configProblems(document, located)]
  return { document, values: understandConfig(document), problems, located, text }
}

/** True for an error of the form in `stores`, of the whole file, and of a key at its top that can be a misspelt `stores`. */
function isAboutStores({ rule, at: { start, end } }: Problem, { node }: Located): boolean {
  if (rule === 'yaml-broken') return true
  if (rule === 'store-shape' || rule === 'key-in-config' || node.kind !== 'map') return false
  const stores = node.entries.get('stores')?.value
  if (stores === undefined) return [...node.entries.values()].some(({ key }) => key.start === start)
  return start >= stores.start && end <= stores.end
}

function isError({ severity }: Problem): boolean {
  return severity === 'error'
}

function readText(path: string, root: string): string {
  const bytes = bytesOf(path)
  if (!bytes) throw configMissing(root, path)
  const text = decodeUtf8(bytes)
  if (text === undefined) throw new OperationalError('config-invalid', `${notUtf8(basename(path), bytes)}.`, { fix: 'Save it as UTF-8.' })
  return text
}

function bytesOf(path: string): Uint8Array | undefined {
  try {
    return readFileSync(path)
  } catch (cause) {
    if (isMissing(cause)) return undefined
    throw new OperationalError('file-unreadable', `${basename(path)} cannot be read (${systemCodeOf(cause)}).`, {
      fix: 'Make it a file that this user may read.',
      cause,
    })
  }
}

function isMissing(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes(systemCodeOf(error))
}

function choose(values: Omit<ConfigValues, 'defaultStore'>, name: string | undefined, hasErrors: boolean): Config {
  const names = Object.keys(values.stores)
  const store = name !== undefined && Object.hasOwn(values.stores, name) ? values.stores[name] : undefined
  if (store && name !== undefined) return { ...values, storeName: name, store }
  if (hasErrors) return { ...values, storeName: name ?? 'local', store: understandConfig({}).stores['local'] ?? neverStore() }
  if (names.length === 0) {
    throw new OperationalError('store-unknown', 'The config has no store: its `stores` is empty.', {
      fix: 'Add a store to `stores`, or remove the key `stores` to use the embedded store `local`.',
    })
  }
  if (name === undefined) {
    throw new OperationalError('store-unknown', `The config has ${names.length} stores and no default_store.`, {
      fix: `Choose one with --store: ${names.join(', ')}.`,
    })
  }
  throw new OperationalError('store-unknown', `There is no store "${name}" in the config.`, {
    fix: meantSentence(name, names) ?? `Its stores: ${names.join(', ')}.`,
  })
}

function neverStore(): never {
  throw new Error('This is a bug in planogram: a config without stores has none')
}
