import { randomUUID } from 'node:crypto'
import { mkdirSync, realpathSync } from 'node:fs'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { pictureContent } from '../records/rendition-mark.ts'
import type { Rendition } from './rendition.ts'

/** Renditions that were made before, by identity. Safe to delete; a file whose content does not match its name is ignored. */
export interface RenditionCache {
  read(rendition: Rendition): Promise<Uint8Array | undefined>
  /** Writes the file atomically. A failure is ignored: the rendition is made again when it is next needed. */
  write(rendition: Rendition, bytes: Uint8Array): Promise<void>
}

/** The cache of a catalogue, `.planogram/cache/images`. Where that folder is outside of the catalogue, nothing is cached (semantics.md 23). */
export function openRenditionCache(root: string): RenditionCache {
  let folder: string | null | undefined
  const pathOf = ({ identity, kind }: Rendition): string | null => {
    folder ??= createFolder(root)
    return folder === null ? null : join(folder, `${identity}.${kind}`)
  }
  return {
    read: async (rendition) => {
      const path = pathOf(rendition)
      if (path === null) return undefined
      try {
        const bytes = await readFile(path)
        return pictureContent(bytes) === rendition.identity ? bytes : undefined
      } catch {
        return undefined
      }
    },
    write: async (rendition, bytes) => {
      const path = pathOf(rendition)
      if (path === null) return
      const draft = `${path}.${randomUUID()}.tmp`
      try {
        await writeFile(draft, bytes, { mode: 0o600 })
        await rename(draft, path)
      } catch {
        await rm(draft, { force: true }).catch(() => undefined)
      }
    },
  }
}

function createFolder(root: string): string | null {
  try {
    const folder = join(root, '.planogram', 'cache', 'images')
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const real = realpathSync(folder)
    const isInside = relative(realpathSync(root), real).split(sep)[0] === '.planogram'
    return isInside ? real : null
  } catch {
    return null
  }
}
