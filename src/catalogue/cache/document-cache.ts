import { createHash, createHmac, type Hmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { closeSync, mkdirSync, openSync, readFileSync, realpathSync, renameSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/** Where what was made of documents is kept from run to run. */
export interface CacheOptions {
  /** Made when something is kept; safe to delete. */
  readonly folder: string
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
  find(hash: string): Buffer | undefined
  keep(hash: string, made: Buffer): void
  /** Writes what was found and kept, and no more, where that is news. A folder that cannot be written is no error. */
  save(): void
}

const usualLeastBytes = 100_000
const macBytes = 32
const hashBytes = 32
const entryBytes = hashBytes + 4

/** One file of the cache. */
export interface CacheFile {
  /** Of the file: letters and hyphens. */
  readonly name: string
  /** The overlay that the documents belong to, which has files of its own; `null`: the catalogue. */
  readonly layer: string | null
  /** What it was made with besides the documents: what was made with something else counts for nothing. */
  readonly madeWith: string
}

/** Changes with the form of what is kept, and with what it is made by. */
const format = 1

/** Opens a file of the cache. What is broken or foreign counts as empty. */
export function openDocumentCache(options: CacheOptions, { name, layer, madeWith }: CacheFile): DocumentCache {
  const suffix = layer === null ? '' : `-${createHash('sha256').update(layer).digest('hex').slice(0, 12)}`
  const file = join(options.folder, `${name}${suffix}.bin`)
  const head = Buffer.from(`planogram ${name} ${format} ${options.version} ${madeWith}\n`)
  const known = readKnown(file, head, options)
  const used = new Map<string, Buffer>()
  let newBytes = 0
  return {
    find: (hash) => {
      const made = known.get(hash)
      if (made) used.set(hash, made)
      return made
    },
    keep: (hash, made) => {
      used.set(hash, made)
      newBytes += made.length
    },
    save: () => {
      const { leastBytes = usualLeastBytes } = options
      const isWorth = newBytes >= (known.size === 0 ? leastBytes : 1)
      const secret = isWorth ? options.secret() : null
      if (secret !== null) write({ file, head, used, secret, folder: options.folder })
    },
  }
}

function readKnown(file: string, head: Buffer, options: CacheOptions): ReadonlyMap<string, Buffer> {
  const known = new Map<string, Buffer>()
  const content = readIfThere(file)
  const secret = content && options.secret()
  if (!content || !secret) return known
  const end = content.length - macBytes
  const mac = createHmac('sha256', secret)
    .update(content.subarray(0, Math.max(0, end)))
    .digest()
  if (end < head.length || !timingSafeEqual(mac, content.subarray(end)) || !content.subarray(0, head.length).equals(head)) return known
  for (let at = head.length; at < end;) {
    const start = at + entryBytes
    const next = start + content.readUInt32LE(at + hashBytes)
    known.set(content.toString('hex', at, at + hashBytes), content.subarray(start, next))
    at = next
  }
  return known
}

function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file)
  } catch {
    return undefined
  }
}

interface Writing {
  readonly file: string
  readonly head: Buffer
  readonly used: ReadonlyMap<string, Buffer>
  readonly secret: string
  readonly folder: string
}

/** Whole or not at all: written beside, then put in its place. */
function write({ file, head, used, secret, folder }: Writing): void {
  const draft = `${file}.${randomUUID()}`
  try {
    mkdirSync(folder, { recursive: true })
    // A link in the catalogue could lead anywhere.
    if (realpathSync(folder) !== folder) return
    const descriptor = openSync(draft, 'wx', 0o600)
    try {
      const mac = createHmac('sha256', secret)
      writeWith(mac, descriptor, head)
      const entry = Buffer.alloc(entryBytes)
      for (const [hash, made] of used) {
        entry.write(hash, 'hex')
        entry.writeUInt32LE(made.length, hashBytes)
        writeWith(mac, descriptor, entry)
        writeWith(mac, descriptor, made)
      }
      writeSync(descriptor, mac.digest())
    } finally {
      closeSync(descriptor)
    }
    renameSync(draft, file)
  } catch {
    discard(draft)
  }
}

function discard(draft: string): void {
  try {
    rmSync(draft, { force: true })
  } catch {
    // There is no such folder.
  }
}

function writeWith(mac: Hmac, descriptor: number, bytes: Buffer): void {
  mac.update(bytes)
  writeSync(descriptor, bytes)
}
