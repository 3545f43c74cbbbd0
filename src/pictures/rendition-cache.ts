import { randomUUID } from 'node:crypto'
import { mkdirSync, realpathSync } from 'node:fs'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { pictureContent } from '../records/rendition-mark.ts'
import type { Rendition } from './rendition.ts'

/** Renditions that were made before, by identity. Safe to delete; a file that is not what its name says is as good as none. */
export interface RenditionCache {
  read(rendition: Rendition): Promise<Uint8Array | undefined>
  /** Puts the whole file there or nothing. A disk that cannot be written costs making it again, so it is no error. */
  write(rendition: Rendition, bytes: Uint8Array): Promise<void>
}

/** The cache of a catalogue, `.planogram/cache/images`. Where that leads out of the catalogue, nothing is kept (semantics.md 23). */
export function openRenditionCache(root: string): RenditionCache {
  let folder: string | null | undefined
  const place = ({ identity, kind }: Rendition): string | null => {
    folder ??= madeFolder(root)
    return folder === null ? null : join(folder, `${identity}.${kind}`)
  }
  return {
    read: async (rendition) => {
      const path = place(rendition)
      if (path === null) return undefined
      try {
        const bytes = await readFile(path)
        return pictureContent(bytes) === rendition.identity ? bytes : undefined
      } catch {
        return undefined
      }
    },
    write: async (rendition, bytes) => {
      const path = place(rendition)
      if (path === null) return
      const half = `${path}.${randomUUID()}.tmp`
      try {
        await writeFile(half, bytes)
        await rename(half, path)
      } catch {
        await rm(half, { force: true }).catch(() => undefined)
      }
    },
  }
}

function madeFolder(root: string): string | null {
  try {
    const folder = join(root, '.planogram', 'cache', 'images')
    mkdirSync(folder, { recursive: true })
    const real = realpathSync(folder)
    const isInside = relative(realpathSync(root), real).split(sep)[0] === '.planogram'
    return isInside ? real : null
  } catch {
    return null
  }
}
