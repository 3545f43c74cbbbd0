import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { systemCodeOf, OperationalError } from '../../errors.ts'
import { findDocuments } from '../find-documents.ts'
import { replaceWhole } from '../../files/replace-whole.ts'
import { decodeUtf8 } from '../../files/decode-utf8.ts'
import { unreadable } from '../../files/unreadable.ts'
import { makeProblem } from '../../problems/make-problem.ts'
import { maskSecrets } from '../../problems/mask-secrets.ts'
import type { Problem } from '../../problems/problem.ts'
import { type DocumentKind, formatDocument } from './format-document.ts'

/** A file with its canonical form. */
export interface FormattedFile {
  /** From the catalogue root. */
  readonly file: string
  readonly text: string
  /** The text with secrets blotted out: for showing. */
  readonly shown: string
  /** Left out where the file was left alone. */
  readonly formatted?: string
  /** Why it was left alone, where it is not broken. */
  readonly leftAlone?: string
  readonly problems: readonly Problem[]
}

/** Every YAML file below a root that is the config, a document or one of an overlay, from the root. */
export function formattableFiles(root: string, configFile: string): readonly string[] {
  const { documents } = findDocuments({ root, configFile, overlays: [] })
  return existsSync(join(root, configFile)) ? [configFile, ...documents] : documents
}

/** Reads a file and lays it out; nothing is written. Throws `file-unreadable`. */
export function formatFile(root: string, file: string, configFile: string): FormattedFile {
  return formatBytes(file, bytesOf(root, file), file === configFile ? 'config' : 'catalogue')
}

/** Lays out what a file holds. `kind` left out: a document with `stores` is a config. */
export function formatBytes(file: string, bytes: Uint8Array, kind?: DocumentKind): FormattedFile {
  const text = decodeUtf8(bytes)
  if (text === undefined) {
    const at = { file, start: 0, end: 0 }
    const problem = makeProblem({ rule: 'not-utf8', at, message: `${file} is not UTF-8 text`, fix: 'Save it as UTF-8.' })
    return { file, text: '', shown: '', problems: [problem] }
  }
  const formatted = formatDocument(file, text, kind ?? (/^stores[ \t]*:/m.test(text) ? 'config' : 'catalogue'))
  const read = { file, text, shown: maskSecrets(text), problems: [] }
  if ('text' in formatted) return { ...read, formatted: formatted.text }
  return 'problems' in formatted ? { ...read, problems: formatted.problems } : { ...read, leftAlone: formatted.leftAlone }
}

/** Puts a text into the place of a file, whole or not at all. Throws `file-unwritable`. */
export function replaceFile(root: string, file: string, text: string): void {
  try {
    replaceWhole(realpathSync(join(root, file)), text)
  } catch (cause) {
    throw new OperationalError('file-unwritable', `${file} cannot be written (${systemCodeOf(cause)}); it stays as it is.`, {
      fix: 'Allow this user to write into its folder.',
      cause,
    })
  }
}

function bytesOf(root: string, file: string): Uint8Array {
  try {
    return readFileSync(join(root, file))
  } catch (cause) {
    throw unreadable(file, cause)
  }
}
