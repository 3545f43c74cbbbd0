import { expect } from 'vitest'
import type { Field } from '../../../src/resources/field.ts'
import type { RecordTree } from '../../../src/resources/record-tree.ts'
import { findResource, type ResourceName, resources } from '../../../src/resources/registry.ts'
import type { Resource } from '../../../src/resources/resource.ts'
import type { WriteStore } from '../contract-store.ts'
import { escapedText } from '../plain-records.ts'
import { readStatements } from '../platform-statements.ts'
import { node, reads, seeded, writes } from '../proof.ts'
import type { Proof } from '../proof.ts'
import { readXml } from '../xml-tree.ts'

/** The field's name in the document and in the declarations; `meta_*` stands for any such name. */
interface Declared {
  readonly resource: Resource & { readonly name: ResourceName }
  readonly name: string
  readonly field: Field
  /** As the document has it, such as `Order.status`. */
  readonly statement: string
}

/** Texts whose format the document shows. */
const formatted: Readonly<Record<string, string>> = {
  'Webhooks.name': 'NewOrder',
  'Webhooks.url': 'http://127.0.0.1:9/hook?a=b',
  'Options.o_value': 's=Größe "S" & <more>,m=M',
  'Options.price': 's=3,m=-2',
  'Merchandising.discount': '12.5%',
  'OrderlineTax.rate': '25%',
  'OrderlineDiscounts.orderline_code': '12-1',
  'ShipmentLines.orderline_code': '12-1',
}

/** Those of them that the document shows as a format, so that any other text is refused. */
const strictFormats: ReadonlySet<string> = new Set([
  'Webhooks.name',
  'Webhooks.url',
  'Options.o_value',
  'Options.price',
  'Merchandising.discount',
  'OrderlineTax.rate',
])

/** Texts that the field takes: each of a choice, one of any other kind. */
function valuesOf({ resource, name, field }: Declared): readonly string[] {
  const given = formatted[`${resource.name}.${name}`]
  if (given !== undefined) return [given]
  switch (field.kind) {
    case 'text':
      return [`Größe "${name}" & <more>`.slice(0, field.maxLength)]
    case 'choice':
      return field.values.filter((value) => value !== '')
    case 'flag':
      return ['true', 'false']
    case 'integer':
      return ['12']
    case 'decimal':
      return ['12.5']
    case 'timestamp':
      return ['2026-05-04 03:02:01']
    case 'file':
      return ['a picture.png']
    default:
      return field satisfies never
  }
}

/** A text that the field does not accept, or `null` if it accepts every text. */
function wrongValue({ resource, name, field: { kind } }: Declared): string | null {
  if (strictFormats.has(`${resource.name}.${name}`)) return 'neither'
  return kind === 'text' || kind === 'file' ? null : 'neither'
}

function escaped(text: string): string {
  return escapedText(text).replace(/"/g, '&quot;')
}

/** Values for the fields that a record of this resource needs. */
function requiredOf(resource: Declared['resource']): Record<string, string> {
  const needed = Object.entries(resource.fields).filter(([, field]) => {
    return field.owner !== 'store' && field.required === true
  })
  return Object.fromEntries(needed.map(([name, field]) => [name, valuesOf({ resource, name, field, statement: '' })[0] ?? '']))
}

/** The records that these values refer to, and those that they refer to in turn: a store may want them first (assumptions.md W27). */
function referredTo(resource: Declared['resource'], values: Readonly<Record<string, string>>): RecordTree[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const target = findResource(resource.fields[name]?.refersTo?.[0] ?? '')
    if (!target?.key) return []
    const fields = { ...requiredOf(target), [target.key]: value }
    return [...referredTo(target, fields), seeded(target.name, fields)]
  })
}

/** Posts a record with these values. */
function posted({ post }: WriteStore, { resource }: Declared, values: Readonly<Record<string, string>>): ReturnType<WriteStore['post']> {
  return post(resource.name, node(resource.node, Object.fromEntries(Object.entries(values).map(([name, value]) => [name, escaped(value)]))))
}

/** Posts a record with what is required and this value, after the records that it refers to. */
function written(store: WriteStore, declared: Declared, value: string): ReturnType<WriteStore['post']> {
  const values = { ...requiredOf(declared.resource), [declared.name]: value }
  store.emulator.seed(referredTo(declared.resource, values))
  return posted(store, declared, values)
}

function seenOf({ list }: WriteStore, { resource, name }: Declared, value: string): Promise<readonly string[]> {
  return list(`${resource.name}/?_fields=${name}&${name}=${encodeURIComponent(value)}`)
}

/** A key that the store gives: it is read, and finds its record. */
async function proveAssigned(store: WriteStore, declared: Declared): Promise<void> {
  const { resource, name } = declared
  const values = requiredOf(resource)
  store.emulator.seed(referredTo(resource, values))
  const reply = await posted(store, declared, values)
  const [first = ''] = await store.list(`${resource.name}/?_fields=${name}`)
  const key = new RegExp(`<${name}>([^<]+)</${name}>`).exec(first)?.[1] ?? ''

  expect([reply.status, key]).toEqual([200, expect.stringMatching(/\d/)])
  expect(await seenOf(store, declared, key)).toEqual([node(resource.node, { [name]: key })])
}

/** Every value is written, comes back as it is and finds its record; a wrong one is refused. */
async function proveStored(store: WriteStore, declared: Declared): Promise<void> {
  const { resource, name } = declared
  for (const value of valuesOf(declared)) {
    store.emulator.reset()
    const reply = await written(store, declared, value)
    expect([value, reply.status]).toEqual([value, 200])
    expect(await seenOf(store, declared, value)).toEqual([node(resource.node, { [name]: escapedText(value) })])
  }
  const wrong = wrongValue(declared)
  if (wrong !== null) expect((await posted(store, declared, { ...requiredOf(resource), [name]: wrong })).status).toBe(400)
}

/** What is only written, or changed on the way in, is not read back as it was sent. */
async function proveHidden(store: WriteStore, declared: Declared): Promise<void> {
  const { resource, name } = declared
  const reply = await written(store, declared, 'false')
  const records = await store.list(`${resource.name}/?_fields=${name}`)

  expect(reply.status).toBe(200)
  expect(records).toEqual([expect.not.stringContaining('>false<')])
}

function proofOf(declared: Declared): Proof {
  const { resource, name, field, statement } = declared
  const label = `${resource.name}.${name}`
  const isAssigned = name === resource.key && resource.identity === 'assigned'
  if (isAssigned)
    return writes(`${label} is given by the store and finds its record`, [statement], (store) => proveAssigned(store, declared))
  if (field.writeOnly || label === 'Customer.password')
    return writes(`${label} is taken and never read back as it was sent`, [statement], (store) => proveHidden(store, declared))
  const kind = field.kind === 'choice' ? field.values.filter((value) => value !== '').join(' or ') : field.kind
  return writes(`${label} is written, read and filtered by (${kind})`, [statement], (store) => proveStored(store, declared))
}

function declaredOf(statement: string): Declared {
  const [heading = '', name = ''] = statement.split('.')
  const resource = findResource(heading)
  const own = name === 'meta_*' ? 'meta_title' : name
  const field: Field | undefined = name === 'meta_*' && resource?.metaFields ? { kind: 'text', doc: '' } : resource?.fields[name]
  if (!resource || !field) throw new Error(`platform.md has the field ${statement}, src/resources has not`)
  return { resource, name: own, field, statement }
}

/** The fields of the document, each once. */
export const documentFields: readonly string[] = [...new Set(readStatements().flatMap(({ field }) => field ?? []))]

/** One proof for each field of the document, made from its declaration. */
export const fieldProofs: readonly Proof[] = documentFields.map((statement) => proofOf(declaredOf(statement)))

/** One proof for each resource, that any store can be asked. */
export const fieldListProofs: readonly Proof[] = resources
  .map((resource) => ({
    resource,
    fields: documentFields.filter((statement) => findResource(statement.split('.')[0] ?? '')?.name === resource.name),
  }))
  .filter(({ fields }) => fields.length > 0)
  .map(({ resource, fields }) => {
    const names = fields.map((statement) => statement.split('.')[1] ?? '').filter((name) => name !== 'meta_*')
    return reads(`${resource.name}: every field of the document can be asked for by its exact name`, fields, async ({ send }) => {
      const seen = await send('GET', `${resource.name}/?_results=1&_fields=${names.join(',')}`)

      const shown = readXml(seen.text).children.flatMap(({ children }) => children.map(({ name }) => name))
      // A store may leave out what was never set (assumptions.md W22).
      expect([seen.status, shown.filter((name) => !names.includes(name))]).toEqual([200, []])
    })
  })
