import { posix } from 'node:path'
import type { RenditionUse } from './rendition.ts'

interface Used {
  /** Path of the source from the catalogue root. */
  readonly from: string
  readonly use: RenditionUse | null
}

interface Hashed {
  readonly from: string
  /** Identifies the content: the hash of the source, or the identity of the rendition. Lower-case hex. */
  readonly content: string
  /** Hash of the source, lower-case hex. */
  readonly sha256: string
}

/** Main and zoom pictures share a folder of the store with unchanged pictures; thumbnails have a folder of their own. */
const suffixes: Readonly<Record<RenditionUse, string>> = { main: '-main', large: '-large', thumb: '' }

/** The file name in the store without its folder: the name of the source, with a suffix for some renditions: `tee-large.png`. */
export function plainName({ from, use }: Used): string {
  const { name, ext } = posix.parse(from)
  return `${name}${use === null ? '' : suffixes[use]}${ext}`
}

/**
 * The file name in the store under `naming: hashed`, without its folder: 8 characters of the content hash come before the extension,
 * `tee.3f9a1c2b.png`, so that a changed picture is another file. A source that was pulled under such a name keeps it.
 */
export function hashedName({ from, content, sha256 }: Hashed): string {
  const { name, ext } = posix.parse(from)
  const own = `.${sha256.slice(0, 8)}`
  return `${name.endsWith(own) ? name.slice(0, -own.length) : name}.${content.slice(0, 8)}${ext}`
}
