import type { RecordTree } from '../resources/record-tree.ts'
import { resourceOf } from '../resources/registry.ts'
import { isOn } from '../resources/scalar.ts'

/** The own part of a record, desired or live. */
type Own = Pick<RecordTree, 'resource' | 'fields'>

function fieldOr(fields: Own['fields'], name: string | null | undefined): string {
  return name === null || name === undefined ? '' : (fields[name] ?? '')
}

/** The primary key of a record; empty where its resource has none or the store assigns it later. */
export function keyOf({ resource, fields }: Own): string {
  return fieldOr(fields, resourceOf(resource).key)
}

/** The sku of the product, or the code of the variant, that a record is about; empty where it is about neither. */
export function skuOf({ resource, fields }: Own): string {
  return fieldOr(fields, resourceOf(resource).skuField)
}

/** The name that people gave a record; `undefined` where it has none. */
export function titleOf({ resource, fields }: Own): string | undefined {
  const { titleField } = resourceOf(resource)
  return titleField === undefined ? undefined : fields[titleField]
}

/** The slug of a record as it is in the address of its page, without slashes at either end; empty where it has none. */
export function slugOf({ resource, fields }: Own): string {
  const slug = fieldOr(fields, resourceOf(resource).slugField)
  return slug.startsWith('/') || slug.endsWith('/') ? slug.replaceAll(/^\/+|\/+$/g, '') : slug
}

/** True for a product or category that customers do not see. */
export function isHidden({ resource, fields }: Own): boolean {
  return isOn(fieldOr(fields, resourceOf(resource).hiddenBy))
}
