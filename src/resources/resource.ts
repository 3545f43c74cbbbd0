import type { Field, ValueOf } from './field.ts'

/** A resource of the platform as plain data: it can be printed as JSON and has no callbacks. */
export interface Resource {
  /** The name in the headings of docs/api.md. */
  readonly name: string
  /** Element name of a record in a ResultSet. */
  readonly node: string
  /** Other names that a specification accepts, the node name included where it differs. */
  readonly aliases: readonly string[]
  readonly doc: string
  /** The primary key, used as `/<resource>/<key>`; `null` where docs/api.md shows none. */
  readonly key: string | null
  /** `own`: the client chooses the key; `assigned`: the store assigns it; `none`: there is no key. */
  readonly identity: 'own' | 'assigned' | 'none'
  /** The natural key: the fields by which desired and live records are matched. */
  readonly natural: readonly string[]
  /**
   * How a row is deleted. `shown-of-sku` and `shown-by-id` are in docs/api.md (PricingAdvanced, Webhooks); `assumed` is the generic
   * delete of docs/assumptions.md W28; `never`: no plan deletes it.
   */
  readonly removal: 'shown-of-sku' | 'shown-by-id' | 'assumed' | 'never'
  /** The flag that hides the record on the website instead of deleting it. */
  readonly hiddenBy?: string
  /** True where the resource has any field whose name begins with `meta_` (Product, Cat). */
  readonly metaFields?: true
  /** The row of docs/assumptions.md, where docs/api.md shows no fields at all. */
  readonly assumed?: string
  readonly fields: Readonly<Record<string, Field>>
}

/** Returns the declaration with its literal types, from which `RecordOf` is derived. */
export function defineResource<const R extends Resource>(resource: R): R {
  return resource
}

/** Field values of a record: canonical texts by documented field name. */
export type Fields = Readonly<Record<string, string>>

/** The typed fields of a record of one resource: every field can be absent, none is `null`. */
export type RecordOf<R extends Resource> = {
  readonly [N in keyof R['fields']]?: ValueOf<R['fields'][N]>
}

/** The names of the fields of a resource. */
export type FieldName<R extends Resource> = keyof R['fields'] & string
