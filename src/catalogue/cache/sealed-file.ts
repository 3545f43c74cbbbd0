import { createHmac, type Hmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { closeSync, fstatSync, mkdirSync, openSync, realpathSync, renameSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { openPlainFile } from '../../files/open-plain-file.ts'
import { fileBytes, readFully } from './file-bytes.ts'
import type { StoredBytes } from './stored-bytes.ts'

/*
 * A sealed file:
 *
 *     head | entry* | mac          entry = sha256 (32 bytes) | length (4 bytes, little endian) | bytes
 *
 * The mac is HMAC-SHA256 of all before it.
 */
const macBytes = 32
const hashBytes = 32
const entryBytes = hashBytes + 4

/** The entries of a sealed file by hash, to be read until `close`. */
export interface SealedFile {
  readonly size: number
  find(hash: string): StoredBytes | undefined
  close(): void
}

const nothing: SealedFile = { size: 0, find: () => undefined, close: () => {} }

/** Opens a file that begins with the head and is sealed with the secret; any other is as if empty. */
export function openSealed(file: string, head: Buffer, secretOf: () => string | null): SealedFile {
  const descriptor = openIfThere(file)
  const secret = descriptor === null ? null : secretOf()
  if (descriptor === null) return nothing
  const places = secret === null ? null : sealedPlaces(descriptor, head, secret)
  if (!places) {
    closeSync(descriptor)
    return nothing
  }
  const bytes = fileBytes(descriptor)
  return {
    size: places.size,
    find: (hash) => {
      const place = places.get(hash)
      return place && bytes(place.start, place.end)
    },
    close: () => closeSync(descriptor),
  }
}

function openIfThere(file: string): number | null {
  try {
    return openPlainFile(file)
  } catch {
    return null
  }
}

interface Place {
  readonly start: number
  readonly end: number
}

/** Where the entries are, or `null` where the file has another seal. */
function sealedPlaces(descriptor: number, head: Buffer, secret: string): ReadonlyMap<string, Place> | null {
  try {
    const end = fstatSync(descriptor).size - macBytes
    if (end < head.length || !isSealed(descriptor, end, secret)) return null
    const bytes = fileBytes(descriptor)
    if (!bytes(0, head.length).slice(0, head.length).equals(head)) return null
    const places = new Map<string, Place>()
    for (let at = head.length; at < end;) {
      const entry = bytes(at, at + entryBytes).slice(0, entryBytes)
      const start = at + entryBytes
      at = start + entry.readUInt32LE(hashBytes)
      places.set(entry.toString('hex', 0, hashBytes), { start, end: at })
    }
    return places
  } catch {
    return null
  }
}

function isSealed(descriptor: number, end: number, secret: string): boolean {
  const mac = createHmac('sha256', secret)
  const room = Buffer.allocUnsafeSlow(1 << 20)
  for (let at = 0; at < end;) {
    const length = readFully(descriptor, room.subarray(0, Math.min(room.length, end - at)), at)
    if (length === 0) return false
    mac.update(room.subarray(0, length))
    at += length
  }
  const seal = Buffer.alloc(macBytes)
  return readFully(descriptor, seal, end) === macBytes && timingSafeEqual(mac.digest(), seal)
}

/** What to write: whole entries, by hash. */
interface Sealing {
  readonly head: Buffer
  readonly entries: ReadonlyMap<string, StoredBytes>
  readonly secret: string
}

/**
 * Writes a sealed file beside its place; the returned function moves it there, to be called when the old one is closed. `null` where it
 * cannot be written.
 */
export function writeSealed(file: string, sealing: Sealing): (() => void) | null {
  const folder = dirname(file)
  const draft = `${file}.${randomUUID()}`
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    // A symbolic link in the catalogue could lead anywhere.
    if (realpathSync(folder) !== folder) return null
    const descriptor = openSync(draft, 'wx', 0o600)
    try {
      writeEntries(descriptor, sealing)
    } finally {
      closeSync(descriptor)
    }
    return () => {
      try {
        renameSync(draft, file)
      } catch {
        discard(draft)
      }
    }
  } catch {
    discard(draft)
    return null
  }
}

/** Written and added to the mac at once: most entries have about a thousand bytes. */
const blockBytes = 1 << 18

function writeEntries(descriptor: number, { head, entries, secret }: Sealing): void {
  const mac = createHmac('sha256', secret)
  const block = Buffer.allocUnsafeSlow(blockBytes)
  let used = 0
  const flush = (): void => {
    writeWith(mac, descriptor, block.subarray(0, used))
    used = 0
  }
  const add = (bytes: Buffer): void => {
    if (used + bytes.length > blockBytes) flush()
    if (bytes.length > blockBytes) {
      writeWith(mac, descriptor, bytes)
      return
    }
    block.set(bytes, used)
    used += bytes.length
  }
  add(head)
  const entry = Buffer.alloc(entryBytes)
  for (const [hash, made] of entries) {
    entry.write(hash, 'hex')
    entry.writeUInt32LE(made.length, hashBytes)
    add(entry)
    add(made.slice(0, made.length))
  }
  flush()
  writeSync(descriptor, mac.digest())
}

function writeWith(mac: Hmac, descriptor: number, bytes: Buffer): void {
  mac.update(bytes)
  for (let done = 0; done < bytes.length;) done += writeSync(descriptor, bytes, done, bytes.length - done)
}

function discard(draft: string): void {
  try {
    rmSync(draft, { force: true })
  } catch {
    // The folder does not exist.
  }
}
