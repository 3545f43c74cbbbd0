import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { systemCodeOf, OperationalError } from '../../errors.ts'
import { findDocuments } from '../find-documents.ts'
import { replaceWhole } from '../../files/replace-whole.ts'
import { decodeUtf8 } from '../../files/decode-utf8.ts'
import { notUtf8 } from '../../files/not-utf8.ts'
import { unreadable } from '../../files/unreadable.ts'
import { makeProblem } from '../../problems/make-problem.ts'
import { maskSecrets } from '../../problems/mask-secrets.ts'
import type { Problem } from '../../problems/problem.ts'
import { formatDocument, type Formatting } from './format-document.ts'

/** A file with its canonical form. */
export interface FormattedFile {
  /** Path from the catalogue root. */
  readonly file: string
  readonly text: string
  /** The text with secrets masked, for display. */
  readonly shown: string
  /** Absent where the file was not formatted. */
  readonly formatted?: string
  /** The reason why the file was not formatted, where it is not broken. */
  readonly leftAlone?: string
  readonly problems: readonly Problem[]
}

/** The paths of all YAML files below a root: the config, the documents and those of overlays. */
export function formattableFiles(root: string, configFile: string): readonly string[] {
  const { documents } = findDocuments({ root, configFile, overlays: [] })
  return existsSync(join(root, configFile)) ? [configFile, ...documents] : documents
}

/** Reads and formats a file; nothing is written. Throws `file-unreadable`. */
export function formatFile(
  root: string,
  file: string,
  { config, onPercent }: Pick<Formatting, 'onPercent'> & { readonly config: string },
): FormattedFile {
  return formatBytes(file, bytesOf(root, file), { kind: file === config ? 'config' : 'catalogue', onPercent })
}

/** Formats the content of a file. Without `kind`, a document with `stores` is a config. */
export function formatBytes(file: string, bytes: Uint8Array, { kind, onPercent }: Formatting = {}): FormattedFile {
  const text = decodeUtf8(bytes)
  if (text === undefined) {
    const at = { file, start: 0, end: 0 }
    const problem = makeProblem({ rule: 'not-utf8', at, message: notUtf8(file, bytes), fix: 'Save it as UTF-8.' })
    return { file, text: '', shown: '', problems: [problem] }
  }
  const formatted = formatDocument(file, text, { kind: kind ?? (/^stores[ \t]*:/m.test(text) ? 'config' : 'catalogue'), onPercent })
  const read = { file, text, shown: maskSecrets(text), problems: [] }
  if ('text' in formatted) return { ...read, formatted: formatted.text }
  return 'problems' in formatted ? { ...read, problems: formatted.problems } : { ...read, leftAlone: formatted.leftAlone }
}

/** Replaces the text of a file atomically. Throws `file-unwritable`. */
export function replaceFile(root: string, file: string, text: string): void {
  try {
    replaceWhole(realpathSync(join(root, file)), text)
  } catch (cause) {
    throw new OperationalError('file-unwritable', `${file} cannot be written (${systemCodeOf(cause)}); it was not changed.`, {
      fix: 'Allow this user to write to its folder.',
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
