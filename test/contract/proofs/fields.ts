import { expect } from 'vitest'
import type { Field } from '../../../src/resources/field.ts'
import { findResource, resources } from '../../../src/resources/registry.ts'
import type { Resource } from '../../../src/resources/resource.ts'
import type { WriteStore } from '../contract-store.ts'
import { readStatements } from '../platform-statements.ts'
import { node, reads, writes } from '../proof.ts'
import type { Proof } from '../proof.ts'
import { readXml } from '../xml-tree.ts'

/** The field's name in the document and in the declarations; `meta_*` stands for any such name. */
interface Declared {
  readonly resource: Resource
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
}

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
  if (Object.hasOwn(formatted, `${resource.name}.${name}`)) return 'neither'
  return kind === 'text' || kind === 'file' ? null : 'neither'
}

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')
}

/** Values for the fields that a record of this resource needs. */
function requiredOf(resource: Resource): Record<string, string> {
  const needed = Object.entries(resource.fields).filter(([, field]) => {
    return field.owner !== 'store' && field.required === true
  })
  return Object.fromEntries(needed.map(([name, field]) => [name, escaped(valuesOf({ resource, name, field, statement: '' })[0] ?? '')]))
}

/** A record with what is required and this value. */
function recordWith({ resource, name }: Declared, value: string): string {
  return node(resource.node, { ...requiredOf(resource), [name]: escaped(value) })
}

async function seenOf({ send }: WriteStore, { resource, name }: Declared, value: string): Promise<readonly (string | undefined)[]> {
  const { text } = await send('GET', `${resource.name}/?_fields=${name}&${name}=${encodeURIComponent(value)}`)
  return readXml(text).children.map(({ children }) => children.map((child) => (child.name === name ? child.text : child.name)).join())
}

/** A key that the store gives: it comes back, and finds its record. */
async function proveAssigned(store: WriteStore, declared: Declared): Promise<void> {
  const { resource, name } = declared
  const reply = await store.post(resource.name, node(resource.node, requiredOf(resource)))
  const key = new RegExp(`<${name}>([^<]+)</${name}>`).exec(reply.text)?.[1] ?? ''

  expect([reply.status, key]).toEqual([200, expect.stringMatching(/\d/)])
  expect(await seenOf(store, declared, key)).toEqual([key])
}

/** Every value is written, comes back as it is and finds its record; a wrong one is refused. */
async function proveStored(store: WriteStore, declared: Declared): Promise<void> {
  const { resource } = declared
  for (const value of valuesOf(declared)) {
    const reply = await store.post(resource.name, recordWith(declared, value))
    expect([value, reply.status]).toEqual([value, 200])
    expect(await seenOf(store, declared, value)).toEqual([value])
  }
  const wrong = wrongValue(declared)
  if (wrong !== null) expect((await store.post(resource.name, recordWith(declared, wrong))).status).toBe(400)
}

/** What is only written, or changed on the way in, is not read back as it was sent. */
async function proveHidden(store: WriteStore, declared: Declared): Promise<void> {
  const { resource, name } = declared
  const reply = await store.post(resource.name, recordWith(declared, 'false'))
  const { text } = await store.send('GET', `${resource.name}/?_fields=${name}`)

  expect(reply.status).toBe(200)
  expect(readXml(text).children.map(({ children }) => children.map((child) => [child.name, child.text === 'false']))).toEqual([
    [[name, false]],
  ])
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
