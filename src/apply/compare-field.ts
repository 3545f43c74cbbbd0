import { fieldOf, type ResourceName } from '../resources/registry.ts'
import { storedValue, charactersOf } from '../resources/scalar.ts'
import type { Fields } from '../resources/resource.ts'

/**
 * The differences between fields that were sent and those of the store, each as a part of a sentence: `title is "a" instead
 * of "b"`. A value that the store only reformatted is equal; one that it truncated is reported as cut (design.md section 5).
 */
export function compareFields(resource: ResourceName, sent: Fields, stored: Fields): string[] {
  return Object.entries(sent).flatMap(([field, value]) => compareField(resource, field, [value, stored[field]]) ?? [])
}

function compareField(resource: ResourceName, field: string, [sent, stored]: readonly [string, string | undefined]): string | undefined {
  const declared = fieldOf(resource, field)
  // A value that the store assigns or never returns cannot be compared.
  if (declared.owner === 'store' || declared.writeOnly) return undefined
  const [wanted, found] = [storedValue(declared, sent), storedValue(declared, stored)]
  if (wanted === found) return undefined
  const isText = declared.kind === 'text' || declared.kind === 'file'
  if (isText && found !== '' && wanted.startsWith(found)) {
    return `${field} was cut by the store: it kept ${charactersOf(found)} of ${charactersOf(wanted)} characters`
  }
  return `${field} is ${excerpt(found)} instead of ${excerpt(wanted)}`
}

function excerpt(text: string): string {
  if (text === '') return 'empty'
  const [start] = /^.{0,40}/su.exec(text) ?? ['']
  return start === text ? `"${text}"` : `"${start}…"`
}
