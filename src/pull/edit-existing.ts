import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Collapsing } from './collapse/collapsing.ts'
import { type DocumentMap, type DocumentValue, mapOf } from '../yaml/document-value.ts'
import { managedPart } from './collapse/managed-part.ts'
import type { VariantStyle } from './collapse/collapse-variants.ts'
import { cataloguePath } from '../files/catalogue-path.ts'
import type { DesiredRecord } from '../records/desired.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import { collapseLive } from './collapse-live.ts'
import type { RecordSection } from './live-records.ts'
import { isObject } from '../source/is-object.ts'
import { keysOfPart, partOf } from './unit.ts'
import { wantedValue } from './wanted-value.ts'
import type { EditOutcome, TextEdit, Written } from './written-catalogue.ts'

/** A record of the catalogue that differs from the store, and the parts of its entry to update. */
export interface ChangedRecord {
  readonly section: RecordSection
  readonly key: string
  readonly parts: readonly ChangedPart[]
}

/** The same with the record in the catalogue and in the store. */
export interface ChangedSides extends ChangedRecord {
  readonly desired: DesiredRecord
  readonly live: RecordTree
  /** The record before the first edit, with the texts of its files as they were read. */
  readonly loaded: DesiredRecord
}

/** A part of an entry that differs from the store. */
export interface ChangedPart {
  readonly part: string
  /** What differs: the reason in the report if the part has to be left to the store. */
  readonly differs: string
}

/** The parts of a record in the order of its document, so that anchors are edited before their aliases. */
export function inDocumentOrder(written: Written, { section, key, parts }: ChangedRecord): readonly ChangedPart[] {
  const names = written.filesOf(section, key).flatMap((file) => written.document(file).keysAt(section, key).map(partOf))
  const placeOf = ({ part }: ChangedPart): number => (names.includes(part) ? names.indexOf(part) : names.length)
  return parts.toSorted((a, b) => placeOf(a) - placeOf(b))
}

/** The context of an edit. */
export interface Editing {
  readonly context: Collapsing
  readonly root: string
  readonly overlay: string | null
  /** As in `MergeInput`. */
  readonly prefersOverlay: boolean
  /** True for a record that this pull added: all of it is written; of other records only the managed part. */
  readonly isNew: boolean
}

/** Edits one part of an entry to match the store. */
export function editPart(written: Written, changed: ChangedSides, { part, ...editing }: Editing & { readonly part: string }): EditOutcome {
  const { section, key, desired, live, loaded } = changed
  const entry = managedEntry(written, changed, editing)
  if (written.isAlias({ section, key })) return editWhole(written, changed, { entry, part })
  const values = new Map<string, [string, DocumentValue | undefined][]>()
  const texts = new Map<string, TextEdit>()
  for (const field of keysOfPart(part)) {
    const old = written.valueOf([section, key, field])
    const value = wantedValue(entry, { field, old, desired, live })
    const home = homeOf(written, [section, key, field], value === undefined || value instanceof Map ? null : preferredFolder(editing))
    if (home === undefined) return 'cannot'
    if (value === undefined && !home.isWritten) continue
    const textFile = typeof value === 'string' && ownTextFile(old, { written, file: home.file, editing })
    if (textFile) texts.set(textFile, { text: withLineEndings(join(editing.root, textFile), value), before: loaded.fields[field] ?? '' })
    else values.set(home.file, [...(values.get(home.file) ?? []), [field, value]])
  }
  return written.edit({ entry: { section, key }, values, texts })
}

/** The managed part of the live record as an entry, in the form of the existing entry. */
function managedEntry(written: Written, { section, key, desired, live }: ChangedSides, { context, isNew }: Editing): DocumentMap {
  const record = isNew ? live : managedPart(live, [desired])
  const style = section === 'products' ? styleOf(written, key) : undefined
  return collapseLive(context, { section, record, ...(style && { style }) })
}

/** Replaces an entry that is an alias by an entry of its own. */
function editWhole(
  written: Written,
  { section, key, desired, live }: ChangedSides,
  { entry, part }: { readonly entry: DocumentMap; readonly part: string },
): EditOutcome {
  const whole = written.valueOf([section, key])
  const files = written.filesOf(section, key)
  if (!isObject(whole) || files.length !== 1) return 'cannot'
  const kept = Object.entries(whole).map(([field, old]) => [field, wantedValue(entry, { field, old, desired, live })] as const)
  const added = [...entry].filter(([field]) => keysOfPart(part).includes(field))
  const values = new Map(files.map((file) => [file, [[null, mapOf(...kept, ...added)]] as const]))
  return written.edit({ entry: { section, key }, values, texts: new Map() })
}

/** The overlay, where single values of an entry in it are written to it. A map there would not replace the one of the catalogue. */
function preferredFolder({ overlay, prefersOverlay }: Pick<Editing, 'overlay' | 'prefersOverlay'>): string | null {
  return prefersOverlay ? overlay : null
}

/**
 * The document in which a key of an entry is edited: the overlay where it has the key, else a document of the entry in the `preferred` folder,
 * else the document of the entry.
 */
function homeOf(
  written: Written,
  [section, key, field]: readonly [section: string, key: string, field: string],
  preferred: string | null,
): { readonly file: string; readonly isWritten: boolean } | undefined {
  const files = written.filesOf(section, key)
  const holder = files.findLast((file) => written.document(file).valueAt(section, key, field) !== undefined)
  const inPreferred = preferred === null ? undefined : files.findLast((file) => file.startsWith(`${preferred}/`))
  const file = inPreferred ?? holder ?? files[0]
  return file === undefined ? undefined : { file, isWritten: holder !== undefined }
}

/** The path of the text file of a value, if no other entry names that file. */
function ownTextFile(
  old: unknown,
  { written, file, editing }: { readonly written: Written; readonly file: string; readonly editing: Pick<Editing, 'root' | 'overlay'> },
): string | undefined {
  const { root, overlay } = editing
  const named = isObject(old) ? old['file'] : undefined
  if (typeof named !== 'string') return undefined
  const checked = cataloguePath(named, file)
  if ('refused' in checked || written.usesOf(named.split('/').at(-1) ?? named) !== 1) return undefined
  const overlaid = overlay === null || named.startsWith('./') ? undefined : `${overlay}/${checked.path}`
  return overlaid !== undefined && existsSync(join(root, overlaid)) ? overlaid : checked.path
}

/** The text with the line endings of the file that it replaces. */
function withLineEndings(file: string, text: string): string {
  const before = existsSync(file) ? readFileSync(file, 'utf8') : '\n'
  const whole = before.endsWith('\n') ? `${text}\n` : text
  return before.includes('\r\n') ? whole.replaceAll('\n', '\r\n') : whole
}

/** The form in which the variants of a product are written now. */
function styleOf(written: Written, sku: string): VariantStyle {
  const variants = written.valueOf(['products', sku, 'variants'])
  if (typeof variants !== 'object' || Array.isArray(variants)) return {}
  const { matrix, list } = variants
  if (typeof matrix === 'string') return { matrix }
  return typeof list === 'object' && !Array.isArray(list) ? { list: Object.keys(list) } : {}
}
