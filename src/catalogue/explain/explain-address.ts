import { invariant, OperationalError } from '../../errors.ts'
import { addressOf, canonicalAddress, fileAddress } from '../../records/address.ts'
import type { WantedFile } from '../../records/desired.ts'
import { decodeKey } from '../../records/key-text.ts'
import { keyNames } from '../../records/row-identity.ts'
import { plannedRoots, resourceOf } from '../../resources/registry.ts'
import type { Fields } from '../../resources/resource.ts'
import { nearestWord } from '../../problems/nearest-word.ts'
import { type AddressedRecord, addressIndex, sectionOf } from './address-index.ts'
import { addressBelow, pathsBelow } from './collections.ts'
import { explainField } from './explain-field.ts'
import { type Explained, openExplained, type TracedCatalogue } from './explained.ts'
import type { ExplainedField, ExplainedRow, Explanation } from './explanation.ts'
import { nestedAddress } from './nested-address.ts'
import { unknownAddress } from './unknown-address.ts'
import { placedText, takenAway } from './value-chain.ts'

/**
 * What the catalogue declares at an address of a plan (`product.TEE`, `grid.TEE`, `file.images/items/tee.jpg`), or in one field
 * (`product.TEE.title`). `textOf` gives the texts of documents. Throws `wrong-usage` for an unknown address, with the most similar ones.
 */
export function explainAddress(traced: TracedCatalogue, given: string, textOf: (file: string) => string): Explanation {
  const catalogue = openExplained(traced, textOf)
  const index = addressIndex(catalogue.desired)
  const address = [given, given.replace(/\.$/, '')].map(canonicalAddress).find((each) => index.has(each)) ?? canonicalAddress(given)
  const whole = index.get(address)
  if (whole) return explainRecords(catalogue, address, whole)
  const file = catalogue.desired.files.find(({ path }) => fileAddress(path) === address)
  if (file) return explainFile(catalogue, file)
  const dot = address.lastIndexOf('.')
  const owners = nestedAddress(index, address) ? undefined : index.get(address.slice(0, dot))
  if (owners) return onlyField(explainRecords(catalogue, address, owners), address.slice(dot + 1))
  const gone = explainRemoved(catalogue, address)
  if (gone) return gone
  const moved = explainMoved(catalogue, address)
  if (moved) return moved
  const known = [...index.keys(), ...catalogue.desired.files.map(({ path }) => fileAddress(path))]
  throw unknownAddress({ given, known, index, message: `The catalogue has nothing at the address ${given}.` })
}

function explainRecords(catalogue: Explained, address: string, found: readonly AddressedRecord[]): Explanation {
  const [first] = found
  invariant(first, `there is a record at ${address}`)
  const { record, root } = first
  const below = Object.values(record.children).flatMap((rows) => rows.map((row) => addressOf(row.resource, row.fields)))
  return {
    address,
    resource: record.resource,
    at: record.source,
    rows: found.map((each) => explainRow(catalogue, each)),
    takenAway: pathsBelow(record, root).flatMap((path) => takenAway(catalogue, sectionOf(root), path)),
    below: [...new Set(below)],
  }
}

function explainRow(catalogue: Explained, { record, root }: AddressedRecord): ExplainedRow {
  const identity = Object.fromEntries(resourceOf(record.resource).natural.map((name) => [name, record.fields[name] ?? '']))
  const identifying = keyNames(record.resource)
  const all = [
    ...Object.entries(record.fields).map(([field, value]) => ({ field, value, isOnCreate: false })),
    ...Object.entries(record.onCreate?.fields ?? {}).map(([field, value]) => ({ field, value, isOnCreate: true })),
  ]
  const fields = all.filter(({ field }) => !identifying.includes(field)).map((each) => explainField(catalogue, { record, root, ...each }))
  return { identity, fields }
}

/** The explanation of one field; one that the catalogue does not manage is `unmanaged`. */
function onlyField(explanation: Explanation, field: string): Explanation {
  const { resource } = explanation
  const known = resource === 'File' ? {} : resourceOf(resource).fields
  const given = explanation.rows.some(({ fields, identity }) => fields.some((each) => each.field === field) || field in identity)
  if (!given && !(field in known) && !field.startsWith('meta_')) {
    const near = nearestWord(field, Object.keys(known))
    throw new OperationalError('wrong-usage', `A record of ${resource} has no field ${field}.`, {
      fix: near === undefined ? `It has ${Object.keys(known).join(', ')}.` : `Did you mean ${near}?`,
    })
  }
  const rows = explanation.rows.map(({ identity, fields }) => ({ identity, fields: pick({ identity, fields }, field, explanation) }))
  const takenAway = explanation.takenAway.filter(({ path }) => path === field)
  return { ...explanation, rows, takenAway, below: [] }
}

const nothingMore = { file: null, through: null, from: [], parts: [], before: [] } as const
const plainOrigin = { layer: 'catalogue', region: null } as const

function pick({ identity, fields }: ExplainedRow, field: string, { at }: Explanation): ExplainedField[] {
  const found = fields.filter((each) => each.field === field)
  if (found.length > 0) return found
  const value = identity[field]
  return [{ ...nothingMore, field, value: value ?? null, how: value === undefined ? 'unmanaged' : 'written', at, origin: plainOrigin }]
}

function explainFile({ originOf }: Explained, { path, from, size, sha256, source }: WantedFile): Explanation {
  const values: Fields = size === null ? { from, identity: sha256 } : { from, size: String(size), sha256 }
  const fields = Object.entries(values).map(([field, value]): ExplainedField => {
    const how = field === 'from' ? 'written' : 'derived'
    return { ...nothingMore, field, value, how, at: source, origin: originOf(source) }
  })
  return { address: fileAddress(path), resource: 'File', at: source, rows: [{ identity: { path }, fields }], takenAway: [], below: [] }
}

/** A record that the overlay removed: absent for this store. */
function explainRemoved(catalogue: Explained, address: string): Explanation | undefined {
  for (const { path, how, by, was } of catalogue.history) {
    const [section = '', key = '', ...below] = path
    const root = plannedRoots.map(resourceOf).find(({ authored }) => authored && 'section' in authored && authored.section === section)
    if (how !== 'removed' || !root) continue
    const gone = below.length === 0 ? addressOf(root.name, { [root.key ?? '']: key }) : addressBelow([section, key], below)
    if (gone !== address) continue
    return { address, resource: root.name, at: by, rows: [], takenAway: [{ path: '', by, was: placedText(catalogue, was) }], below: [] }
  }
  return undefined
}

/** A record that has another key now, or a part of one. */
function explainMoved({ desired }: Explained, address: string): Explanation | undefined {
  for (const { resource, from, to, source } of desired.moved ?? []) {
    const [old, now] = [from, to].map((key) => addressOf(resource, { [resourceOf(resource).key ?? '']: key }))
    if (old === undefined || now === undefined || !(address === old || [`${old}.`, `${old}/`].some((start) => address.startsWith(start))))
      continue
    const movedTo = `${now}${address.slice(old.length)}`
    return { address, resource, at: source, rows: [], takenAway: [], below: [], movedTo }
  }
  return undefined
}

/**
 * The skus and variant codes that an address can be about, so that only their products have to be expanded: the first key, and the same
 * up to each of its points and colons, since a field or the number of a row may follow it.
 */
export function askedSkus(address: string): readonly string[] {
  const [first = ''] = address.split('/')
  const dot = first.indexOf('.')
  const key = dot < 0 ? '' : first.slice(dot + 1)
  const ends = [...key.matchAll(/[.:]/g)].map(({ index }) => key.slice(0, index))
  return [key, ...ends].filter((sku) => sku !== '').map(decodeKey)
}
