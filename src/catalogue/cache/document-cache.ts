import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { openSealed, writeSealed } from './sealed-file.ts'
import { openSpill } from './spill.ts'
import type { StoredBytes } from './stored-bytes.ts'

/** Where what was made of documents is kept from run to run. */
export interface CacheOptions {
  /** Made when something is kept; safe to delete. */
  readonly folder: string
  /** A folder for what is too large to hold during this run. */
  readonly scratch: string
  /** Of the engine: what another version wrote is not read. */
  readonly version: string
  /**
   * A secret of this user, outside of the catalogue. Without it a pull request could bring a cache that says something else
   * than its documents (semantics.md 23). `null`: nothing is kept.
   */
  readonly secret: () => string | null
  /** Less is not kept: a parser is as quick as a file. Default 100,000. */
  readonly leastBytes?: number
}

/** What was made of documents, by the sha256 of their bytes. */
export interface DocumentCache {
  find(hash: string): StoredBytes | undefined
  /** What was made, put aside. */
  keep(hash: string, made: Buffer): StoredBytes
  /** Has what was found and kept, and no more, written when the caches are closed, where that is news. */
  save(): void
}

/** The caches of one run. What they gave can be read until they are closed. */
export interface Caches {
  /** What is broken or foreign counts as empty. */
  open(file: CacheFile): DocumentCache
  /** Writes those that are to be saved. A folder that cannot be written is no error. */
  close(): void
}

/** One file of the cache. */
export interface CacheFile {
  /** Of the file: letters and hyphens. */
  readonly name: string
  /** The overlay that the documents belong to, which has files of its own; `null`: the catalogue. */
  readonly layer: string | null
  /** What it was made with besides the documents: what was made with something else counts for nothing. */
  readonly madeWith: string
}

const usualLeastBytes = 100_000
/** Changes with the form of what is kept, and with what it is made by. */
const format = 1

/** Opens nothing yet. */
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
  const suffix = layer === null ? '' : `-${createHash('sha256').update(layer).digest('hex').slice(0, 12)}`
  const file = join(options.folder, `${name}${suffix}.bin`)
  const head = Buffer.from(`planogram ${name} ${format} ${options.version} ${madeWith}\n`)
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
      const stored = spill.append(made)
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
