import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import type { LongText } from '../../documents/scalar-schemas.ts'
import { cataloguePath, realFile } from '../../files/catalogue-path.ts'
import { decodeUtf8 } from '../../files/decode-utf8.ts'
import { notUtf8 } from '../../files/not-utf8.ts'
import { refusedPath } from '../../pictures/wanted-pictures.ts'
import type { Finding } from '../../problems/make-problem.ts'
import { openPathFixes } from '../../rules/suggestions.ts'
import type { SourceSpan } from '../../source/source.ts'
import { at, type Located, spanOf } from '../../yaml/source-node.ts'
import { overlaidPath, type Roots } from './overlaid-path.ts'

/** A reference of a document to a text file. */
export interface NamedText {
  /** From the root. */
  readonly path: string
  /** The value that names it. */
  readonly at: SourceSpan
}

/** A text of a document: written there, or in the file that it names. */
export interface ReadText {
  /** `undefined` where there is none: then there is a finding. */
  readonly text: string | undefined
  readonly named: NamedText | null
  readonly finding: Finding | null
}

/** Reads the file of a text that is in a file of its own, that of the overlay first. Only UTF-8 is text. */
export function readText(roots: Roots, value: LongText, located: Located): ReadText {
  if (typeof value === 'string') return { text: value, named: null, finding: null }
  const place = spanOf(at(located, 'file'))
  const checked = cataloguePath(value.file, located.file)
  if ('refused' in checked) return { text: undefined, named: null, finding: refusedPath(value.file, checked, place) }
  const path = overlaidPath(roots, value.file, checked.path)
  const read = readUtf8(roots, path, { written: value.file, place })
  const isRead = 'text' in read
  return {
    text: isRead ? read.text : undefined,
    named: { path, at: spanOf(located) },
    finding: isRead ? null : read,
  }
}

function readUtf8(
  roots: Roots,
  path: string,
  { written, place }: { readonly written: string; readonly place: SourceSpan },
): { readonly text: string } | Finding {
  const real = realFile(roots.root, path)
  if (!real) return { rule: 'text-missing', at: place, message: `there is no file ${path}`, fix: fixOf(roots, path) }
  if ('refused' in real) return refusedPath(written, real, place)
  const bytes = readBytes(real.file)
  if (!bytes) return { rule: 'text-missing', at: place, message: `${path} cannot be read`, fix: 'Make it a file that this user may read.' }
  const text = decodeUtf8(bytes)
  if (text !== undefined) return { text }
  return { rule: 'not-utf8', at: place, message: notUtf8(path, bytes), fix: 'Save it as UTF-8.' }
}

const fixesOf = new WeakMap<Roots, Map<string, (path: string) => string>>()

/** How to fix a path without a file. A folder is listed once: all of its files can have been renamed. */
function fixOf(roots: Roots, path: string): string {
  const folder = posix.dirname(path)
  const fixes = fixesOf.get(roots) ?? new Map<string, (path: string) => string>()
  fixesOf.set(roots, fixes)
  const fix = fixes.get(folder) ?? openPathFixes(() => filesIn(roots.root, folder))
  fixes.set(folder, fix)
  return fix(path)
}

/** The files of a folder, from the root. Hidden ones are no files of a catalogue. */
function filesIn(root: string, folder: string): readonly string[] {
  const real = realFile(root, folder)
  if (!real || 'refused' in real) return []
  try {
    const entries = readdirSync(real.file, { withFileTypes: true })
    return entries.filter((entry) => !entry.isDirectory() && !entry.name.startsWith('.')).map(({ name }) => posix.join(folder, name))
  } catch {
    return []
  }
}

function readBytes(file: string): Uint8Array | null {
  try {
    return readFileSync(file)
  } catch {
    return null
  }
}
