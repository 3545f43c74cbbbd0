import type { JsonSchema } from '../json-schema.ts'
import type { CollectionForm, DocumentForm, Form, FormEntry } from '../../yaml/format/form.ts'
import { inKeyOrder } from '../../yaml/format/key-order.ts'
import { datePattern } from '../scalar-schemas.ts'

type OnEntry = (offset: number) => void
type Schema = JsonSchema | undefined

/** Maps of the config whose entries are always written in block style. */
const alwaysTall: ReadonlySet<string> = new Set(['stores'])

/**
 * Sorts the keys of a document by its schema and chooses the layout: sections in block style, records as they are written, everything
 * below on one line where it fits. `onEntry` receives where each entry begins in the text.
 */
export function arrange(
  { root }: DocumentForm,
  schema: JsonSchema,
  { isConfig, onEntry }: { readonly isConfig: boolean; readonly onEntry: OnEntry },
): void {
  if (!root) return
  root.layout = 'block'
  arrangeMap(root, schema, onEntry)
  for (const section of root.entries) {
    if (!isConfig) section.isApart = true
    if (!isConfig || alwaysTall.has(section.key?.text ?? '')) setSectionLayout(section.value)
  }
}

function setSectionLayout(section: Form): void {
  if (section.kind === 'scalar') return
  section.layout = 'block'
  if (section.kind === 'list') return
  for (const { value } of section.entries) if (value.kind === 'map') value.layout = 'as-written'
}

function arrangeValue(form: Form, schema: Schema, onEntry: OnEntry): void {
  const fitting = schema && optionFor(schema, form)
  if (form.kind === 'scalar') form.isBare = isBareField(fitting, form.text)
  else if (form.kind === 'map') arrangeMap(form, fitting, onEntry)
  else for (const entry of form.entries) arrangeItem(entry, itemsOf(fitting), onEntry)
}

/** The first key of an item shares the line of its dash, so comments above the key go above the dash. */
function arrangeItem(item: FormEntry, schema: Schema, onEntry: OnEntry): void {
  onEntry(item.start)
  arrangeValue(item.value, schema, onEntry)
  const [first] = item.value.kind === 'map' ? item.value.entries : []
  if (!first) return
  item.leading = [...item.leading, ...first.leading]
  first.leading = []
}

function arrangeMap(form: CollectionForm, schema: Schema, onEntry: OnEntry): void {
  const { properties } = schema ?? {}
  for (const { key, value, start } of form.entries) {
    onEntry(start)
    arrangeValue(value, valueOf(schema, key?.text ?? ''), onEntry)
  }
  if (properties) form.entries = inKeyOrder(form.entries, Object.keys(properties))
}

function valueOf(schema: Schema, key: string): Schema {
  const { properties, additionalProperties } = schema ?? {}
  const own = properties && Object.hasOwn(properties, key) ? properties[key] : additionalProperties
  return typeof own === 'object' ? own : undefined
}

function itemsOf(schema: Schema): Schema {
  const items = schema?.items
  return typeof items === 'object' && !Array.isArray(items) ? items : undefined
}

/** The alternative of the schema that fits the kind of a value. */
function optionFor(schema: JsonSchema, form: Form): Schema {
  const options = schema.anyOf?.filter((option) => typeof option === 'object')
  if (!options) return schema
  const type = { map: 'object', list: 'array', scalar: undefined }[form.kind]
  return options.find((option) => (type === undefined ? option.type !== 'object' && option.type !== 'array' : option.type === type))
}

/** True where the field is not free text, so that a number, flag or date needs no quotes. */
function isBareField(schema: Schema, text: string): boolean {
  const types: readonly unknown[] = [schema?.type ?? []].flat()
  if (types.includes('boolean')) return types.length === 1 && /^(?:true|false)$/.test(text)
  if (types.includes('integer') || types.includes('number')) return /^-?\d+(?:\.\d+)?$/.test(text)
  return types.includes('string') && datePattern.test(text) && types.length === 1
}
