import { hash } from 'node:crypto'
import { closeSync, fstatSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openPlainFile } from '../files/open-plain-file.ts'
import { replaceInPieces } from '../files/replace-whole.ts'

/** What V8 compiled of a script in earlier runs (`vm.Script.createCachedData`). */
export interface CachedCode {
  readonly code: Buffer
  /** How many runs have added to it, by their kind. */
  readonly runs: Readonly<Record<string, number>>
}

/** Where compiled code is kept. */
export interface CodePlace {
  /** A folder that exists. */
  readonly folder: string
  /** Who must own the files, since V8 runs what they contain; `undefined`: the platform has no owners. */
  readonly user: number | undefined
}

/** Compiled code from run to run. Its id says what text was compiled: V8 compares no more than the length. */
export interface CodeCache {
  /** `undefined` where there is none, or not as it was kept. */
  find(id: string): CachedCode | undefined
  /** Throws where it cannot be written. */
  keep(id: string, cached: CachedCode): void
}

/** Opens the compiled code of a folder. */
export function openCodeCache({ folder, user }: CodePlace): CodeCache {
  const fileOf = (id: string): string => join(folder, `planogram-${id}`)
  return {
    find: (id) => {
      const bytes = readOwn(fileOf(id), user)
      return bytes && parse(bytes)
    },
    keep: (id, { code, runs }) => {
      const head: Head = { sha256: hash('sha256', code), runs }
      replaceInPieces(fileOf(id), [`${JSON.stringify(head)}\n`, code], 0o600)
    },
  }
}

function readOwn(file: string, user: number | undefined): Buffer | undefined {
  let opened: number | undefined
  try {
    opened = openPlainFile(file)
    return user === undefined || fstatSync(opened).uid === user ? readFileSync(opened) : undefined
  } catch {
    return undefined
  } finally {
    if (opened !== undefined) closeSync(opened)
  }
}

/** Before the code, on a line of its own. */
interface Head extends Pick<CachedCode, 'runs'> {
  /** Of the code: V8 could crash where it is damaged. */
  readonly sha256: string
}

function parse(bytes: Buffer): CachedCode | undefined {
  const end = bytes.indexOf('\n')
  const code = bytes.subarray(end + 1)
  try {
    const { sha256, runs }: Head = JSON.parse(bytes.toString('utf8', 0, end))
    return sha256 === hash('sha256', code) ? { code, runs } : undefined
  } catch {
    return undefined
  }
}
