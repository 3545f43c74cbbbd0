import { readFileSync } from 'node:fs'
import type { SourceSpan } from '../../source/source.ts'
import type { LongText } from '../../documents/scalar-schemas.ts'
import { overlaidPath, type Roots } from '../overlay/overlaid-path.ts'
import { type Finding, makeProblem } from '../../problems/make-problem.ts'
import type { Problem } from '../../problems/problem.ts'
import { at, type Located, spanOf } from '../../yaml/source-node.ts'
import { decodeUtf8 } from '../../files/decode-utf8.ts'
import { cataloguePath, realFile } from '../../files/catalogue-path.ts'
import type { OnFileNamed } from './named-file.ts'
import { refusedPath } from '../../pictures/wanted-pictures.ts'

/** The texts that stand in files of their own, read when they are first named. */
export interface TextFiles {
  /** The bytes of every text that was read, by path from the root. */
  readonly loaded: ReadonlyMap<string, Uint8Array>
  readonly problems: readonly Problem[]
  /** The text, or that of its file; `undefined` with a problem when there is none. */
  read(value: LongText, located: Located): string | undefined
}

/** Opens the text files below a root, those of the overlay first; only UTF-8 is text. */
export function openTextFiles(roots: Roots & { readonly onFileNamed?: OnFileNamed | undefined }): TextFiles {
  const loaded = new Map<string, Uint8Array>()
  const problems: Problem[] = []
  return {
    loaded,
    problems,
    read: (value, located) => {
      if (typeof value === 'string') return value
      const place = spanOf(at(located, 'file'))
      const onNamed = (path: string): void => roots.onFileNamed?.(path, spanOf(located))
      const read = readText({ roots, written: value.file, document: located.file, place, onNamed })
      if ('finding' in read) {
        problems.push(makeProblem(read.finding))
        return undefined
      }
      loaded.set(read.path, read.bytes)
      return read.text
    },
  }
}

interface Wanted {
  readonly roots: Roots
  readonly written: string
  readonly document: string
  readonly place: SourceSpan
  readonly onNamed: (path: string) => void
}

type Read = { readonly path: string; readonly bytes: Uint8Array; readonly text: string } | { readonly finding: Finding }

function readText({ roots, written, document, place, onNamed }: Wanted): Read {
  const checked = cataloguePath(written, document)
  if ('refused' in checked) return { finding: refusedPath(written, checked, place) }
  const path = overlaidPath(roots, written, checked.path)
  onNamed(path)
  const real = realFile(roots.root, path)
  if (real && 'refused' in real) return { finding: refusedPath(written, real, place) }
  const bytes = real && readBytes(real.file)
  if (real && !bytes) {
    return {
      finding: { rule: 'text-missing', at: place, message: `${path} cannot be read`, fix: 'It must be a file that this user may read.' },
    }
  }
  if (!bytes) {
    const fix = 'Paths start at the root of the catalogue; with ./ in front they start beside the document.'
    return { finding: { rule: 'text-missing', at: place, message: `there is no file ${path}`, fix } }
  }
  const text = decodeUtf8(bytes)
  if (text !== undefined) return { path, bytes, text }
  return { finding: { rule: 'not-utf8', at: place, message: `${path} is not UTF-8 text`, fix: 'Save it as UTF-8.' } }
}

function readBytes(file: string): Uint8Array | null {
  try {
    return readFileSync(file)
  } catch {
    return null
  }
}
