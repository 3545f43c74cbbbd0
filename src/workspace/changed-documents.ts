import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { OnPercent } from '../documents/format/format-document.ts'
import type { FileGuard } from '../pull/file-guard.ts'
import { keepForm, withSchemaLine } from '../pull/keep-form.ts'
import type { Texts } from '../pull/written-catalogue.ts'
import type { OnProgress } from './progress.ts'

/** A document of a catalogue that is new or changed, with its new text; the path is from the root. */
export interface ChangedDocument {
  readonly path: string
  readonly isNew: boolean
  readonly text: string
}

/** The documents that a merge changed and that differ from the disk, each in the form that it had. */
export function changedDocuments(
  root: string,
  { before, after }: { readonly before: Texts; readonly after: Texts },
  onProgress?: OnProgress,
): readonly ChangedDocument[] {
  const changed = [...after].filter(([path, text]) => before.get(path) !== text)
  const all = changed.length
  return changed.flatMap(([path, text], index) => {
    const onPercent: OnPercent = (percent) => onProgress?.({ kind: 'formatting-documents', path, percent, document: index + 1, all })
    return changedFile(root, path, inForm(root, { path, before: before.get(path), after: text, onPercent })) ?? []
  })
}

/**
 * Writes documents and text files, new ones first. Throws before the first one: `work-unsaved` where a file has uncommitted changes, `document-changed`
 * where one no longer has the text that it had `before`.
 */
export async function writeDocuments(
  documents: readonly ChangedDocument[],
  { guard, before, check }: { readonly guard: FileGuard; readonly before: Texts; readonly check: () => void },
): Promise<void> {
  await guard.check(documents.flatMap(({ path, isNew }) => (isNew ? [] : [path])))
  check()
  guard.checkTexts(documents.map(({ path }) => [path, before.get(path)] as const))
  for (const { path, text } of documents.toSorted((a, b) => Number(b.isNew) - Number(a.isNew))) guard.write(path, text)
}

/** False for a text file that a document names. */
function isDocument(path: string): boolean {
  return /\.ya?ml$/i.test(path)
}

interface Forming {
  readonly path: string
  readonly before: string | undefined
  readonly after: string
  readonly onPercent: OnPercent
}

/** A document that is new or was in canonical form is in canonical form afterwards; any other keeps its form, and so do HTML and Markdown. */
function inForm(root: string, { path, before, after, onPercent }: Forming): string {
  if (!isDocument(path)) return after
  return keepForm(path, { before, after: before === undefined ? withSchemaLine(root, path, after) : after }, onPercent)
}

/** The file with its new text, and with the byte order mark of a document that has one; `null` where the disk has it already. */
function changedFile(root: string, path: string, text: string): ChangedDocument | null {
  const file = join(root, path)
  if (!existsSync(file)) return { path, isNew: true, text }
  const now = readFileSync(file, 'utf8')
  const whole = isDocument(path) && now.startsWith('\uFEFF') ? `\uFEFF${text}` : text
  return now === whole ? null : { path, isNew: false, text: whole }
}
