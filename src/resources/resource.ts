import type { Field, ValueOf } from './field.ts'

/** One resource of the platform as plain data: survives `JSON.stringify`, no callbacks, no inheritance. */
export interface Resource {
  /** The platform's own name, as its heading in platform.md has it. */
  readonly name: string
  /** Element name of a record in a ResultSet. */
  readonly node: string
  /** Other names that a specification accepts (the node name included where it differs). */
  readonly aliases: readonly string[]
  readonly doc: string
  /** The primary key, used as `/<resource>/<key>`; `null` where platform.md shows none. */
  readonly key: string | null
  /** `own`: the client chooses the key; `assigned`: the store does; `none`: there is no key. */
  readonly identity: 'own' | 'assigned' | 'none'
  /** The fields that tell our rows apart: how desired and live records find each other. */
  readonly natural: readonly string[]
  /**
   * How a row goes away. `shown-of-sku` and `shown-by-id` are in platform.md (PricingAdvanced, Webhooks);
   * `assumed` is the generic delete of assumptions.md W28; `never`: no plan removes it.
   */
  readonly removal: 'shown-of-sku' | 'shown-by-id' | 'assumed' | 'never'
  /** The flag that takes the record off the website instead of removing it. */
  readonly hiddenBy?: string
  /** True where any field whose name starts with `meta_` exists (Product, Cat). */
  readonly metaFields?: true
  /** True where platform.md shows no fields at all: the whole declaration is an assumption. */
  readonly assumed?: string
  readonly fields: Readonly<Record<string, Field>>
}

/** Keeps the literal types of a declaration, so that `RecordOf` can follow from the data. */
export function defineResource<const R extends Resource>(resource: R): R {
  return resource
}

/** Field values of one record: canonical text by our own field name (platform.md's). */
export type Fields = Readonly<Record<string, string>>

/** The typed view of a record of one resource: every field may be absent, none is `null`. */
export type RecordOf<R extends Resource> = {
  readonly [N in keyof R['fields']]?: ValueOf<R['fields'][N]>
}

/** The names of the fields of a resource. */
export type FieldName<R extends Resource> = keyof R['fields'] & string
