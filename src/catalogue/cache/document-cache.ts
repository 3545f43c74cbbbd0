import { hash } from 'node:crypto'
import { endianness } from 'node:os'
import { join } from 'node:path'
import { openSealed, writeSealed } from './sealed-file.ts'
import { openSpill } from './spill.ts'
import type { StoredBytes } from './stored-bytes.ts'

/** Where the results of reading documents are kept from run to run. */
export interface CacheOptions {
  /** Created when something is kept; safe to delete. */
  readonly folder: string
  /** A folder for temporary files of this run. */
  readonly scratch: string
  /** Of the engine: a cache of another version is not read. */
  readonly version: string
  /**
   * A secret of this user, outside of the catalogue. Without it a pull request could contain a cache that differs from its documents
   * (semantics.md 23). `null`: nothing is kept.
   */
  readonly secret: () => string | null
  /** A smaller cache is not written: parsing takes no longer than reading it. Default 100,000. */
  readonly leastBytes?: number
}

/** Results by a sha256: of the bytes of a document, or of these and its folder. */
export interface DocumentCache {
  find(hash: string): StoredBytes | undefined
  /** Stores a result. */
  keep(hash: string, made: Buffer): StoredBytes
  /** Marks the cache: when it is closed, all that was found and kept is written, if something is new. */
  save(): void
}

/** The caches of one run. Their results can be read until they are closed. */
export interface Caches {
  /** A file that is damaged, or that another user wrote, is as if empty. */
  open(file: CacheFile): DocumentCache
  /** Writes those that are marked. A folder that cannot be written is not an error. */
  close(): void
}

/** One file of the cache. */
export interface CacheFile {
  /** Of the file: letters and hyphens. */
  readonly name: string
  /** The overlay of the documents, or a store: each has its own file; `null`: the catalogue. */
  readonly layer: string | null
  /** What the results depend on besides the document: with another value the file is as if empty. */
  readonly madeWith: string
}

const usualLeastBytes = 100_000
/** To be raised when the form of the results changes. */
const format = 4

/** Starts without an open file. */
export function openCaches(options: CacheOptions): Caches {
  const opened: OpenCache[] = []
  return {
    open: (file) => {
      const cache = openCache(options, file)
      opened.push(cache)
      return cache
    },
    close: () => {
      for (const cache of opened.splice(0)) cache.close()
    },
  }
}

interface OpenCache extends DocumentCache {
  close(): void
}

function openCache(options: CacheOptions, { name, layer, madeWith }: CacheFile): OpenCache {
  const suffix = layer === null ? '' : `-${hash('sha256', layer).slice(0, 12)}`
  const file = join(options.folder, `${name}${suffix}.bin`)
  const head = Buffer.from(`planogram ${name} ${format} ${endianness()} ${options.version} ${madeWith}\n`)
  const known = openSealed(file, head, options.secret)
  const spill = openSpill(options.scratch)
  const used = new Map<string, StoredBytes>()
  let newBytes = 0
  let isWanted = false
  return {
    find: (hash) => {
      const made = used.get(hash) ?? known.find(hash)
      if (made) used.set(hash, made)
      return made
    },
    keep: (hash, made) => {
      const place = spill.append(made)
      const stored: StoredBytes = { length: made.length, slice: (from, to) => spill.part(place, from, to) }
      used.set(hash, stored)
      newBytes += made.length
      return stored
    },
    save: () => {
      isWanted = true
    },
    close: () => {
      const { leastBytes = usualLeastBytes } = options
      const isWorth = isWanted && newBytes >= (known.size === 0 ? leastBytes : 1)
      const secret = isWorth ? options.secret() : null
      const draft = secret === null ? null : writeSealed(file, { head, entries: used, secret })
      known.close()
      spill.close()
      draft?.()
    },
  }
}
