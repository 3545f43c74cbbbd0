import { hash } from 'node:crypto'
import { invariant } from '../errors.ts'
import type { Expectation } from '../pricing/expectation.ts'
import { canonicalJson } from '../records/canonical-json.ts'
import type { DesiredRecord, WantedFile } from '../records/desired.ts'
import type { MovedRoot } from '../records/moved-root.ts'
import { shortestDecimal } from '../resources/scalar.ts'
import { byCode } from '../source/by-code.ts'
import { type NameTable, openNames } from './cache/name-table.ts'
import type { Token } from './cache/packed-record.ts'
import type { Config } from './config/config.ts'
import { type ContentTextOf, openContentTexts, packContent } from './content-text.ts'

/** The parts of a catalogue that are hashed besides its root records. */
export interface HashedParts {
  readonly config: Config
  /** The root resources that the catalogue manages. */
  readonly managed: readonly string[]
  readonly expectations: readonly Expectation[]
  readonly files: readonly WantedFile[]
  /** Default: nothing has another key. */
  readonly moved?: readonly MovedRoot[]
}

/** Calculates the hash of what a catalogue means, one root record after the other. */
export interface ContentHash {
  /** The names of packed records. */
  readonly names: NameTable
  /** Adds a root record, in any order; its own digest. */
  add(record: DesiredRecord): string
  /** The same for a record that is packed with `names`, its places in a list of their own. */
  addPacked(tokens: readonly Token[], key: string): string
  /** Lower-case hex sha256 over the records so far and the other parts. */
  finish(parts: HashedParts): string
}

/** The hash of a catalogue that is being read, and how its products are added to it. */
export interface GatheredContent {
  readonly hash: ContentHash
  /** Adds a product to the hash. */
  addProduct(product: DesiredRecord): void
}

/**
 * Opens the hash of what a catalogue means (docs/decisions/023-saved-plans.md): canonical records, price tests, contents of pictures, and the
 * settings that change what is written or whether it may be. Comments, layout, order of keys, names of documents and places do not count.
 */
export function openContentHash(): ContentHash {
  const names = openNames()
  // One digest for each record, so that the order of the documents does not count and no record stays in memory. `null` when the hash is finished:
  // a store of packed records refers to this object for as long as it is open.
  let gathered: Gathered | null = { digests: [], textOf: openContentTexts(names.lists) }
  const addPacked = (tokens: readonly Token[], key: string): string => {
    const { digests, textOf } = unfinished(gathered)
    const digest = hash('sha256', textOf(tokens, key), 'base64')
    digests.push(digest)
    return digest
  }
  return {
    names,
    add: (record) => {
      const { out, key } = packContent(record, names)
      return addPacked(out, key)
    },
    addPacked,
    finish: (parts) => {
      const { digests } = unfinished(gathered)
      gathered = null
      return hash('sha256', wholeText(digests, parts), 'hex')
    },
  }
}

interface Gathered {
  readonly digests: string[]
  readonly textOf: ContentTextOf
}

function unfinished(gathered: Gathered | null): Gathered {
  invariant(gathered, 'the hash is not finished')
  return gathered
}

function wholeText(digests: readonly string[], { config, managed, expectations, files, moved = [] }: HashedParts): string {
  return canonicalJson({
    // In the order of `byCode`, which takes twice as long for the digests of a large catalogue. All have the same length.
    records: hash('sha256', digests.toSorted().join(''), 'base64'),
    managed: managed.toSorted(byCode),
    tests: expectations.map(testText).toSorted(byCode),
    files: files.map(({ path, sha256 }) => `${sha256} ${path}`).toSorted(byCode),
    settings: settingsOf(config),
    ...(moved.length > 0 && { moved: moved.map(({ resource, from, to }) => canonicalJson([resource, from, to])).toSorted(byCode) }),
  })
}

/** The settings that change what a plan writes, how the store is written to, or what stops an apply; names and addresses are the identity of the store. */
function settingsOf({ store, manage, guards, currencies }: Config): unknown {
  const { fields, capabilities } = store
  return { fields, capabilities, manage: { ...manage, liveOwned: manage.liveOwned.toSorted(byCode) }, guards, currencies }
}

function testText({ sku, query, price }: Expectation): string {
  return canonicalJson({ sku, query: { ...query, groups: query.groups.toSorted(byCode) }, price: shortestDecimal(price) ?? price })
}
