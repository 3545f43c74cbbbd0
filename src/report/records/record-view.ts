import { childNames } from '../../records/child-names.ts'
import type { RecordTree } from '../../resources/record-tree.ts'
import { resourceOf, type ResourceName } from '../../resources/registry.ts'
import type { Fields } from '../../resources/resource.ts'

/** What is printed of the records of one resource. */
export interface RecordView {
  readonly resource: ResourceName
  /** Names of fields in their order; `null`: those that the store sent. */
  readonly fields: readonly string[] | null
  readonly children: readonly RecordView[]
}

/** Records that arrive together. */
export type RecordPart = readonly RecordTree[]

/** The fields of a resource that are never printed: hashes of passwords, and keys. */
export function secretFields(resource: ResourceName): readonly string[] {
  return Object.entries(resourceOf(resource).fields).flatMap(([name, { secret }]) => (secret === 'all' ? [name] : []))
}

/** The records with what is printed of them alone. */
export async function* viewedParts(parts: AsyncIterable<RecordPart>, view: RecordView): AsyncGenerator<RecordPart> {
  const isWhole = showsAll(view)
  for await (const part of parts) yield isWhole ? part : part.map((record) => viewed(record, view))
}

function showsAll({ resource, fields, children }: RecordView): boolean {
  return fields === null && secretFields(resource).length === 0 && children.every(showsAll)
}

function viewed(record: RecordTree, view: RecordView): RecordTree {
  const children = view.children.map((child) => [child.resource, (record.children[child.resource] ?? []).map((row) => viewed(row, child))])
  return { resource: record.resource, fields: viewedFields(record.fields, view), children: Object.fromEntries(children) }
}

function viewedFields(fields: Fields, { resource, fields: names }: RecordView): Fields {
  const secrets = secretFields(resource)
  const shown = names ?? Object.keys(fields).filter((name) => !secrets.includes(name))
  return Object.fromEntries(shown.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]])))
}

/** The resources of the secrets that a view leaves out, with their fields. */
export function leftOutSecrets({ resource, fields, children }: RecordView): readonly string[] {
  const own = fields === null ? secretFields(resource).map((name) => `${resource}.${name}`) : []
  return [...own, ...children.flatMap(leftOutSecrets)]
}

/** The child rows of a record, by resource in the order of the registry. */
export function childRows({ children }: RecordTree): readonly (readonly [resource: ResourceName, rows: readonly RecordTree[]])[] {
  return childNames(children).map((name) => [name, children[name] ?? []])
}

/** As many records as columns are chosen from. */
const sampleSize = 2_000

/** The first records of a read, and then all of them, in parts. */
export async function sampled(
  parts: AsyncIterable<RecordPart>,
): Promise<{ readonly sample: RecordPart; readonly all: () => AsyncGenerator<RecordPart> }> {
  const iterator = parts[Symbol.asyncIterator]()
  const sample: RecordTree[] = []
  let step = await iterator.next()
  for (; step.done !== true; step = await iterator.next()) {
    sample.push(...step.value)
    if (sample.length >= sampleSize) break
  }
  return { sample, all: () => sampleAndRest(sample, iterator) }
}

async function* sampleAndRest(sample: RecordPart, iterator: AsyncIterator<RecordPart>): AsyncGenerator<RecordPart> {
  try {
    if (sample.length > 0) yield sample
    for (let step = await iterator.next(); step.done !== true; step = await iterator.next()) yield step.value
  } finally {
    await iterator.return?.()
  }
}

/** The names of the fields that some records have: the documented ones in their order, then those that only this store has. */
export function fieldNamesOf(resource: ResourceName, records: readonly RecordTree[]): readonly string[] {
  const found = new Set(records.flatMap(({ fields }) => Object.keys(fields)))
  const documented = Object.keys(resourceOf(resource).fields)
  return [...documented.filter((name) => found.has(name)), ...[...found].filter((name) => !documented.includes(name))]
}
