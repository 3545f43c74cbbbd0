import { posix } from 'node:path'
import type { RenditionUse } from './rendition.ts'

interface Used {
  /** Path of the source from the catalogue root. */
  readonly from: string
  readonly use: RenditionUse | null
}

interface Hashed {
  readonly from: string
  /** What tells the content apart: that of the source, or the identity of the rendition. Lower-case hex. */
  readonly content: string
  /** Of the source. */
  readonly sha256: string
}

/** Main and zoom picture stand in one folder with pictures that go as they are; thumbnails have a folder of their own. */
const suffixes: Readonly<Record<RenditionUse, string>> = { main: '-main', large: '-large', thumb: '' }

/** The bare file name in the store: that of the source, for some renditions with a word behind it: `tee-large.png`. */
export function plainName({ from, use }: Used): string {
  const { name, ext } = posix.parse(from)
  return `${name}${use === null ? '' : suffixes[use]}${ext}`
}

/**
 * The bare file name in the store under `naming: hashed`: 8 characters of the content stand before the ending, `tee.3f9a1c2b.png`,
 * so that another content is another file. A source that was pulled under such a name keeps it.
 */
export function hashedName({ from, content, sha256 }: Hashed): string {
  const { name, ext } = posix.parse(from)
  const own = `.${sha256.slice(0, 8)}`
  return `${name.endsWith(own) ? name.slice(0, -own.length) : name}.${content.slice(0, 8)}${ext}`
}
