import type { SQLOutputValue } from 'node:sqlite'
import { invariant } from '../../../errors.ts'

/** A file or folder of the Files API; a folder has no blob. Times are milliseconds since 1970. */
export interface FileNode {
  readonly id: number
  readonly name: string
  readonly blob: { readonly sha256: string; readonly size: number } | null
  readonly created: number
  readonly modified: number
}

/** A property that a client has set; `xml` is the content of its element, well-formed by itself. */
export interface DeadProperty {
  readonly namespace: string
  readonly name: string
  /** The effective `xml:lang`, or empty. */
  readonly lang: string
  readonly xml: string
}

export type FileRow = Readonly<Record<string, SQLOutputValue>>

/** A row of `file_node` as a value. */
export function fileNodeOf(row: FileRow): FileNode {
  const sha256 = row['sha256']
  return {
    id: numberAt(row, 'id'),
    name: textAt(row, 'name'),
    blob: typeof sha256 === 'string' ? { sha256, size: numberAt(row, 'size') } : null,
    created: numberAt(row, 'created'),
    modified: numberAt(row, 'modified'),
  }
}

/** A row of `file_property` as a value. */
export function deadPropertyOf(row: FileRow): DeadProperty {
  return { namespace: textAt(row, 'namespace'), name: textAt(row, 'name'), lang: textAt(row, 'lang'), xml: textAt(row, 'xml') }
}

/** The whole number in a column. */
export function numberAt(row: FileRow, column: string): number {
  const value = row[column]
  invariant(typeof value === 'number', `column ${column} of the file tables is a number`)
  return value
}

/** The text in a column. */
function textAt(row: FileRow, column: string): string {
  const value = row[column]
  invariant(typeof value === 'string', `column ${column} of the file tables is a text`)
  return value
}
