import { copyFileSync, existsSync, linkSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import type { CatalogueSources } from '../catalogue/catalogue.ts'
import type { Config } from '../catalogue/config/config.ts'
import { packCatalogue, type PackedCatalogue } from '../catalogue/pack-catalogue.ts'
import type { ReadOptions } from '../catalogue/read-catalogue.ts'
import type { Problem } from '../problems/problem.ts'
import type { DesiredSources } from '../records/desired.ts'
import type { Texts } from './written-catalogue.ts'

/** A copy of a catalogue in which a change is tried before any file is changed. */
export interface ScratchCatalogue extends Disposable {
  /**
   * Loads the copy with these texts in place of some of its files; files that the previous call replaced are restored. The records of the
   * previous call can no longer be read.
   */
  load(texts: Texts): Promise<TriedCatalogue>
}

/** The parts of a catalogue that a merge needs. */
export interface TriedCatalogue {
  readonly config: Config
  readonly problems: readonly Problem[]
  readonly desired: DesiredSources
  readonly sources: Pick<CatalogueSources, 'locate'>
}

/** How to read the copy; `folder`: where its products are packed (`packCatalogue`). */
export interface ScratchOptions extends ReadOptions {
  readonly configFile: string
  readonly folder: string | null
}

/**
 * Creates the copy below `.planogram/` of the catalogue, which is never searched for documents. Files are linked, not copied, so that a text
 * replaces the link and is never written through it. Disposing removes the copy.
 */
export function startScratch({ folder, ...options }: ScratchOptions): ScratchCatalogue {
  const { root } = options
  const home = join(root, '.planogram')
  mkdirSync(home, { recursive: true, mode: 0o700 })
  if (options.now) removeOldCopies(home, options.now)
  const copy = mkdtempSync(join(home, 'pull-'))
  const inside = relative(root, resolve(root, options.configFile))
  const isInside = !inside.startsWith(`..${sep}`) && resolve(inside) !== inside
  linkFolder(root, copy, '')
  let present: Texts = new Map()
  let loaded: PackedCatalogue | undefined
  return {
    load: async (texts) => {
      loaded?.[Symbol.dispose]()
      loaded = undefined
      for (const path of new Set([...present.keys(), ...texts.keys()])) {
        const text = texts.get(path)
        if (text === present.get(path)) continue
        rmSync(join(copy, path), { force: true })
        mkdirSync(dirname(join(copy, path)), { recursive: true })
        if (text !== undefined) writeFileSync(join(copy, path), text)
        else if (existsSync(join(root, path))) link(join(root, path), join(copy, path))
      }
      present = texts
      loaded = await packCatalogue({ ...options, root: copy, configFile: isInside ? inside : resolve(root, options.configFile) }, folder)
      const { catalogue, desired, sources } = loaded
      return { config: catalogue.config, problems: catalogue.problems, desired, sources }
    },
    [Symbol.dispose]: () => {
      loaded?.[Symbol.dispose]()
      rmSync(copy, { recursive: true, force: true })
    },
  }
}

const dayMs = 86_400_000

/** Removes the copies of programs that were killed. */
function removeOldCopies(home: string, now: Date): void {
  for (const name of readdirSync(home)) {
    const isOld = /^pull-.{6}$/.test(name) && now.getTime() - statSync(join(home, name)).mtimeMs > dayMs
    if (isOld) rmSync(join(home, name), { recursive: true, force: true })
  }
}

function linkFolder(from: string, to: string, folder: string): void {
  for (const entry of readdirSync(join(from, folder), { withFileTypes: true })) {
    if (entry.name.startsWith('.') || entry.name === 'node_modules') continue
    const path = join(folder, entry.name)
    if (entry.isDirectory()) {
      mkdirSync(join(to, path))
      linkFolder(from, to, path)
    } else if (entry.isFile()) {
      link(join(from, path), join(to, path))
    }
  }
}

/** Copies where the file system does not support links. */
function link(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch {
    copyFileSync(from, to)
  }
}
