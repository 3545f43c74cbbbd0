import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { OnPercent } from '../documents/format/format-document.ts'
import type { openFileGuard } from '../pull/file-guard.ts'
import { keepForm, withSchemaLine } from '../pull/keep-form.ts'
import type { Texts } from '../pull/written-catalogue.ts'
import type { OnProgress } from './progress.ts'

/** A document of a catalogue that is new or changed, with its new text; the path is from the root. */
export interface ChangedDocument {
  readonly path: string
  readonly isNew: boolean
  readonly text: string
}

/** The documents whose texts differ from the disk, each in the form that it had. */
export function changedDocuments(
  root: string,
  { before, after }: { readonly before: Texts; readonly after: Texts },
  onProgress?: OnProgress,
): readonly ChangedDocument[] {
  const all = after.size
  return [...after].flatMap(([path, text], index) => {
    const onPercent: OnPercent = (percent) => onProgress?.({ kind: 'formatting-documents', path, percent, document: index + 1, all })
    return changedFile(root, path, inForm(root, { path, before: before.get(path), after: text, onPercent })) ?? []
  })
}

/** Writes documents, new ones first. Throws `work-unsaved` before the first one where a file has uncommitted changes. */
export async function writeDocuments(
  documents: readonly ChangedDocument[],
  { guard, check }: { readonly guard: ReturnType<typeof openFileGuard>; readonly check: () => void },
): Promise<void> {
  await guard.check(documents.flatMap(({ path, isNew }) => (isNew ? [] : [path])))
  check()
  for (const { path, text } of documents.toSorted((a, b) => Number(b.isNew) - Number(a.isNew))) guard.write(path, text)
}

interface Forming {
  readonly path: string
  readonly before: string | undefined
  readonly after: string
  readonly onPercent: OnPercent
}

/** A document that is new or was in canonical form is in canonical form afterwards; any other keeps its form, and so do HTML and Markdown. */
function inForm(root: string, { path, before, after, onPercent }: Forming): string {
  if (before === after || !/\.ya?ml$/i.test(path)) return after
  return keepForm(path, { before, after: before === undefined ? withSchemaLine(root, path, after) : after }, onPercent)
}

/** The file with its new text; `null` where the disk has it already. */
function changedFile(root: string, path: string, text: string): ChangedDocument | null {
  const file = join(root, path)
  if (!existsSync(file)) return { path, isNew: true, text }
  return readFileSync(file, 'utf8') === text ? null : { path, isNew: false, text }
}
