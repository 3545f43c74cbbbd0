import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Catalogue, CatalogueSources } from '../../src/catalogue/catalogue.ts'
import { loadCatalogue } from '../../src/catalogue/load-catalogue.ts'
import type { ReadOptions } from '../../src/catalogue/read-catalogue.ts'

export type WrittenFiles = Readonly<Record<string, string | Uint8Array>>

/** The first bytes of a PNG, and bytes that make it differ from others. */
export function png(mark: string): Uint8Array {
  return Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.from(mark)])
}

/** Writes files into a temporary folder, passes it on, and removes it afterwards. Adds a config if there is none. */
export async function inCatalogue<T>(files: WrittenFiles, use: (root: string) => Promise<T> | T): Promise<T> {
  const root = mkdtempSync(join(tmpdir(), 'planogram-catalogue-'))
  try {
    for (const [path, content] of Object.entries({ 'planogram.yaml': '', ...files })) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), content)
    }
    return await use(root)
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

/** The values of a catalogue and its sources in one object. */
export interface FlatCatalogue extends Omit<Catalogue, 'contentHash'>, CatalogueSources {
  /** Empty with `only`. */
  readonly contentHash: string
}

/** Loads a catalogue. */
export async function loadFlat(options: ReadOptions): Promise<FlatCatalogue> {
  const { catalogue, sources } = await loadCatalogue(options)
  return { ...catalogue, contentHash: catalogue.contentHash ?? '', ...sources }
}

/** Loads a catalogue of these files. */
export function loadWritten(files: WrittenFiles, options: Partial<ReadOptions> = {}): Promise<FlatCatalogue> {
  return inCatalogue(files, (root) => loadFlat({ root, env: {}, ...options }))
}

/** Problems as one line each: `file:line:column rule: message`, with the fix behind ` > `. */
export function problemLines({ problems, locate }: FlatCatalogue): string[] {
  return problems.map(({ at, rule, message, fix }) => {
    const { file, line, column } = locate(at)
    return `${file}:${line}:${column} ${rule}: ${message}${fix === null ? '' : ` > ${fix}`}`
  })
}

/** What a command that only checks tells of a catalogue. */
export function told(loaded: FlatCatalogue): unknown {
  const { problems, files, expectations, notices } = loaded
  return { problems, lines: problemLines(loaded), files, expectations, notices }
}
