import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Collapsing } from '../../catalogue/collapse/collapsing.ts'
import type { DocumentValue } from '../../catalogue/collapse/document-value.ts'
import { managedPart } from '../../catalogue/collapse/managed-part.ts'
import type { VariantStyle } from '../../catalogue/collapse/collapse-variants.ts'
import { editEntry } from '../../catalogue/edit/edit-entry.ts'
import { cataloguePath } from '../../catalogue/files/catalogue-path.ts'
import type { DesiredRecord } from '../../records/desired.ts'
import type { RecordTree } from '../../resources/record-tree.ts'
import { collapseLive } from './collapse-live.ts'
import type { RecordSection } from './live-records.ts'
import { keysOfPart } from './unit.ts'
import { wantedValue } from './wanted-value.ts'
import type { Written } from './written-catalogue.ts'

/** A record of the catalogue that the store has otherwise, and the parts of its entry that are to follow the store. */
export interface Moved {
  readonly section: RecordSection
  readonly key: string
  readonly desired: DesiredRecord
  readonly live: RecordTree
  readonly parts: readonly string[]
}

/** What editing has to know besides. */
export interface Editing {
  readonly context: Collapsing
  readonly root: string
  readonly overlay: string | null
  /** True for a record that this pull added: it is taken over whole; of others only what the catalogue manages. */
  readonly isNew: boolean
}

/** The catalogue with one part of one entry as the store has it; `null` where it cannot be written without harm to something else. */
export function editPart(written: Written, moved: Moved, { part, ...editing }: Editing & { readonly part: string }): Written | null {
  const { section, key, desired, live } = moved
  const record = editing.isNew ? live : managedPart(live, [desired])
  const style = section === 'products' ? styleOf(written, key) : undefined
  const entry = collapseLive(editing.context, { section, record, ...(style && { style }) })
  let current: Written | null = written
  for (const field of keysOfPart(part)) {
    const old = written.valueOf([section, key, field])
    const value = wantedValue(entry, { field, old, desired, live })
    current = current && editField(current, { path: [section, key, field], value }, editing)
  }
  return current
}

interface FieldEdit {
  readonly path: readonly [section: string, key: string, field: string]
  readonly value: DocumentValue | undefined
}

function editField(written: Written, { path, value }: FieldEdit, editing: Editing): Written | null {
  const [section, key, field] = path
  const files = written.filesOf(section, key)
  const holders = files.filter((file) => written.document(file).valueAt(...path) !== undefined)
  const file = holders.at(-1) ?? files[0]
  if (file === undefined) return null
  if (value === undefined && holders.length === 0) return written
  const textFile = typeof value === 'string' ? ownTextFile(written, { file, path }, editing) : undefined
  if (textFile !== undefined && typeof value === 'string') return written.withText(textFile, `${value}\n`)
  const text = editEntry(written.textOf(file), { section, key, field }, value)
  return text === null ? null : written.withText(file, text)
}

/** The file that holds a text, when no other entry names it too. */
function ownTextFile(
  written: Written,
  { file, path }: { readonly file: string; readonly path: FieldEdit['path'] },
  { root, overlay }: Editing,
): string | undefined {
  const value = written.document(file).valueAt(...path)
  const named = typeof value === 'object' && !Array.isArray(value) ? value['file'] : undefined
  if (typeof named !== 'string') return undefined
  const checked = cataloguePath(named, file)
  const name = named.split('/').at(-1) ?? named
  const uses = [...written.texts().values()].reduce((count, text) => count + text.split(name).length - 1, 0)
  if ('refused' in checked || uses !== 1) return undefined
  const overlaid = overlay === null || named.startsWith('./') ? undefined : `${overlay}/${checked.path}`
  return overlaid !== undefined && existsSync(join(root, overlaid)) ? overlaid : checked.path
}

/** How the variants of a product are written now. */
function styleOf(written: Written, sku: string): VariantStyle {
  const variants = written.valueOf(['products', sku, 'variants'])
  if (typeof variants !== 'object' || Array.isArray(variants)) return {}
  const { matrix, list } = variants
  if (typeof matrix === 'string') return { matrix }
  return typeof list === 'object' && !Array.isArray(list) ? { list: Object.keys(list) } : {}
}
