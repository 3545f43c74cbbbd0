import { copyFileSync, existsSync, linkSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { type LoadedCatalogue, loadCatalogue, type LoadOptions } from '../catalogue/load-catalogue.ts'
import type { Texts } from './written-catalogue.ts'

/** A copy of a catalogue in which a change is tried before any file is changed. */
export interface ScratchCatalogue extends Disposable {
  /** Loads the copy with these texts in place of some of its files; files that the previous call replaced are restored. */
  load(texts: Texts): Promise<LoadedCatalogue>
}

/**
 * Creates the copy below `.planogram/` of the catalogue, which is never searched for documents. Files are linked, not copied, so that a text
 * replaces the link and is never written through it. Disposing removes the copy.
 */
export function startScratch(options: LoadOptions & { readonly configFile: string }): ScratchCatalogue {
  const { root } = options
  const home = join(root, '.planogram')
  mkdirSync(home, { recursive: true })
  if (options.now) removeOldCopies(home, options.now)
  const copy = mkdtempSync(join(home, 'pull-'))
  const inside = relative(root, resolve(root, options.configFile))
  const isInside = !inside.startsWith(`..${sep}`) && resolve(inside) !== inside
  linkFolder(root, copy, '')
  let present: Texts = new Map()
  return {
    load: (texts) => {
      for (const path of new Set([...present.keys(), ...texts.keys()])) {
        const text = texts.get(path)
        if (text === present.get(path)) continue
        rmSync(join(copy, path), { force: true })
        mkdirSync(dirname(join(copy, path)), { recursive: true })
        if (text !== undefined) writeFileSync(join(copy, path), text)
        else if (existsSync(join(root, path))) link(join(root, path), join(copy, path))
      }
      present = texts
      return loadCatalogue({ ...options, root: copy, configFile: isInside ? inside : resolve(root, options.configFile) })
    },
    [Symbol.dispose]: () => rmSync(copy, { recursive: true, force: true }),
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
