import { invariant } from '../errors.ts'
import type { ResourceName } from '../resources/registry.ts'
import type { Fields } from '../resources/resource.ts'
import { addressParts, type AddressPart, isFieldName, resourceOfKinds } from './address-parts.ts'
import { decodeKey, encodeKey } from './key-text.ts'

/** A row of a resource, or one field of it. */
interface RecordAddress {
  readonly resource: ResourceName
  /** The fields that are part of the address: `sku` and `label` of an attribute. */
  readonly key: Fields
  /** `null`: the whole row. */
  readonly field: string | null
  /** Which of several rows with the same key, from 1. */
  readonly row: number
}

/** A file of the store. */
interface FileAddress {
  readonly resource: 'File'
  readonly path: string
}

/** What an address names. */
export type Address = RecordAddress | FileAddress

/**
 * The text of an address. A shell passes it on as it is, without quotes:
 *
 *     address = part *( "/" part ) [ "." field ] [ ":" row ]     product.TEE/attribute.Material.value
 *             / "file." name *( "/" name )                       file.images/items/tee.jpg
 *     part    = kind "." key                                     attribute.Material
 *
 * Keys, names and rows from 2 are all that vary. A key is percent-encoded (`encodeKey`); its last `.` is `%2E` where a field name follows,
 * so that `product.TEE.title` is always a field.
 */
export function formatAddress(address: Address): string {
  if (address.resource === 'File') return `file.${address.path.split('/').map(encodeKey).join('/')}`
  const { resource, key, field, row } = address
  const parts = addressParts(resource)
  invariant(parts.length > 0, `rows of ${resource} have no address`)
  const texts: string[] = []
  for (const part of parts) texts.push(texts.length === 0 ? '' : '/', part.kind, '.', keyText(part, key[part.keyField] ?? ''))
  // A joined text takes less memory than a concatenated one, and a plan has one for each change.
  const whole = texts.join('')
  return numberedAddress(field === null ? whole : `${whole}.${field}`, row)
}

function keyText({ resource }: AddressPart, key: string): string {
  const encoded = encodeKey(key)
  const { before, after } = atLastDot(encoded)
  return after !== undefined && isFieldName(resource, after) ? `${before}%2E${after}` : encoded
}

function atLastDot(text: string): { readonly before: string; readonly after: string | undefined } {
  const dot = text.lastIndexOf('.')
  return dot < 0 ? { before: text, after: undefined } : { before: text.slice(0, dot), after: text.slice(dot + 1) }
}

/** The address of the row with this number among those with the same key, from 1. */
export function numberedAddress(address: string, row: number): string {
  return row === 1 ? address : `${address}:${row}`
}

/** The address of a row, from its fields: `product.TEE`, `category.tees/parent.sale`. */
export function addressOf(resource: ResourceName, fields: Fields): string {
  return formatAddress({ resource, key: fields, field: null, row: 1 })
}

/** The address of a file of the store. */
export function fileAddress(path: string): string {
  return formatAddress({ resource: 'File', path })
}

/** The address as `formatAddress` has it, without the number of a row; a text that is not an address as it is. */
export function canonicalAddress(text: string): string {
  const address = parseAddress(text)
  return address === undefined ? text : formatAddress(address.resource === 'File' ? address : { ...address, row: 1 })
}

/** Reads an address; `undefined` for any other text. The inverse of `formatAddress`; keys may have characters that are not encoded. */
export function parseAddress(text: string): Address | undefined {
  if (text.startsWith('file.')) return { resource: 'File', path: text.slice('file.'.length).split('/').map(decodeKey).join('/') }
  const [, whole = '', row = '1'] = /^(.*?)(?::([1-9]\d{0,8}))?$/su.exec(text) ?? []
  const given = whole.split('/').map((part) => /^([^.]+)\.(.*)$/su.exec(part)?.slice(1) ?? [])
  const resource = resourceOfKinds(given.map(([kind = '']) => kind))
  if (resource === undefined) return undefined
  const keys = given.map(([, key = '']) => key)
  const last = atLastDot(keys.at(-1) ?? '')
  const field = last.after !== undefined && isFieldName(resource, last.after) ? last.after : null
  const texts = field === null ? keys : [...keys.slice(0, -1), last.before]
  const key = Object.fromEntries(addressParts(resource).map(({ keyField }, index) => [keyField, decodeKey(texts[index] ?? '')]))
  return { resource, key, field, row: Number(row) }
}
