import { OperationalError } from '../../errors.ts'
import { addressOf, fileAddress } from '../../records/address.ts'
import type { DesiredRecord, WantedFile } from '../../records/desired.ts'
import { resourceOf } from '../../resources/registry.ts'
import type { Fields } from '../../resources/resource.ts'
import { nearestWord } from '../nearest-word.ts'
import type { LoadedCatalogue } from '../load-catalogue.ts'
import { type AddressedRecord, addressIndex, sectionOf } from './address-index.ts'
import type { ExplainedField, ExplainedRow, Explanation } from './explanation.ts'
import { placedText, replacedPrice, takenAway, valueChain } from './value-chain.ts'

type Explained = Pick<LoadedCatalogue, 'desired' | 'history' | 'originOf' | 'textOf'>

/**
 * What the catalogue says of an address, as plans have it (`product.TEE`, `grid.TEE`, `file.images/items/tee.jpg`), or of one field
 * (`product.TEE.title`). Throws `wrong-usage` for an address that is none, with the nearest one.
 */
export function explainAddress(catalogue: Explained, address: string): Explanation {
  const index = addressIndex(catalogue.desired)
  const whole = index.get(address)
  if (whole) return explainRecords(catalogue, address, whole)
  const file = catalogue.desired.files.find(({ path }) => fileAddress(path) === address)
  if (file) return explainFile(catalogue, file)
  const dot = address.lastIndexOf('.')
  const owners = index.get(address.slice(0, dot))
  if (owners) return onlyField(explainRecords(catalogue, address, owners), address.slice(dot + 1))
  const gone = explainRemoved(catalogue, address)
  if (gone) return gone
  const known = [...index.keys(), ...catalogue.desired.files.map(({ path }) => fileAddress(path))]
  const near = nearestWord(address, known)
  throw new OperationalError('wrong-usage', `The catalogue has nothing at the address ${address}.`, {
    fix:
      near === undefined
        ? 'Use an address of a plan, such as product.SKU, variant.CODE, category.CODE or grid.SKU.'
        : `Did you mean ${near}?`,
  })
}

function explainRecords(catalogue: Explained, address: string, found: readonly AddressedRecord[]): Explanation {
  const [first] = found
  if (!first) throw new OperationalError('wrong-usage', `The catalogue has nothing at the address ${address}.`)
  const { record, root } = first
  const below = Object.values(record.children).flatMap((rows) => rows.map((row) => addressOf(row.resource, row.fields)))
  return {
    address,
    resource: record.resource,
    at: record.source,
    rows: found.map((each) => explainRow(catalogue, each)),
    takenAway: record === root ? takenAway(catalogue, sectionOf(root)) : [],
    below: [...new Set(below)],
  }
}

function explainRow(catalogue: Explained, { record, root }: AddressedRecord): ExplainedRow {
  const { natural, key } = resourceOf(record.resource)
  const identity = Object.fromEntries(natural.map((name) => [name, record.fields[name] ?? '']))
  const isIdentity = (field: string): boolean => natural.includes(field) || field === key
  const entry = sectionOf(root)
  const isOwnPrice = (field: string): boolean => field === 'price' && record === root
  const all = [
    ...Object.entries(record.fields).map(([field, value]) => ({ field, value, isOnCreate: false })),
    ...Object.entries(record.onCreate?.fields ?? {}).map(([field, value]) => ({ field, value, isOnCreate: true })),
  ]
  const fields = all
    .filter(({ field }) => !isIdentity(field))
    .map(({ field, value, isOnCreate }): ExplainedField => {
      const span = record.spans[field]
      const at = span ?? record.source
      const from = field === 'price' ? record.spans['extends'] : undefined
      return {
        field,
        value,
        how: isOnCreate ? 'on-create' : span ? 'written' : 'derived',
        at,
        origin: catalogue.originOf(at),
        from: from ? placedText(catalogue, from) : null,
        before: [...(span ? valueChain(catalogue, entry, span) : []), ...(isOwnPrice(field) ? replacedPrice(catalogue, entry) : [])],
      }
    })
  return { identity, fields }
}

/** The explanation cut to one field; one that the catalogue leaves to the store is `unmanaged`. */
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

function pick({ identity, fields }: ExplainedRow, field: string, { at }: Explanation): ExplainedField[] {
  const found = fields.filter((each) => each.field === field)
  if (found.length > 0) return found
  const origin = { layer: 'catalogue', region: null } as const
  const value = identity[field]
  return [{ field, value: value ?? null, how: value === undefined ? 'unmanaged' : 'written', at, origin, from: null, before: [] }]
}

function explainFile({ originOf }: Explained, { path, from, size, sha256, source }: WantedFile): Explanation {
  const values: Fields = size === null ? { from, identity: sha256 } : { from, size: String(size), sha256 }
  const fields = Object.entries(values).map(([field, value]): ExplainedField => ({
    field,
    value,
    how: 'written',
    at: source,
    origin: originOf(source),
    from: null,
    before: [],
  }))
  return { address: fileAddress(path), resource: 'File', at: source, rows: [{ identity: { path }, fields }], takenAway: [], below: [] }
}

/** A record that the overlay took away: absent for this store. */
function explainRemoved(catalogue: Explained, address: string): Explanation | undefined {
  const kinds: Readonly<Record<string, readonly [DesiredRecord['resource'], string]>> = {
    products: ['Product', 'sku'],
    categories: ['Cat', 'code'],
    groups: ['UserGroups', 'code'],
  }
  for (const { path, how, by, was } of catalogue.history) {
    const [section = '', key = '', ...rest] = path
    const kind = kinds[section]
    if (how !== 'removed' || rest.length > 0 || !kind || addressOf(kind[0], { [kind[1]]: key }) !== address) continue
    return { address, resource: kind[0], at: by, rows: [], takenAway: [{ path: '', by, was: placedText(catalogue, was) }], below: [] }
  }
  return undefined
}
