import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { maskSecrets } from '../problems/mask-secrets.ts'
import { documentDiff } from '../report/document-diff.ts'
import type { Theme } from '../report/theme.ts'
import type { ChangedDocument } from '../workspace/changed-documents.ts'

/** The difference between a document on disk and its new text, secrets masked. */
export function changedDocumentDiff(root: string, { path, isNew, text }: ChangedDocument, theme: Theme): string {
  const before = isNew ? '' : maskSecrets(readFileSync(join(root, path), 'utf8'))
  return documentDiff(path, { before, after: maskSecrets(text) }, theme)
}
