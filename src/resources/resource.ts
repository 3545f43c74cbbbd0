import type { Field, ValueOf } from './field.ts'

/** The name of a row of a resource in messages, singular and plural. */
export interface Noun {
  readonly one: string
  readonly many: string
}

/** The stages of a plan that write records, in their order: a row never refers to one of a later stage. */
export const writeStages = [
  'groups',
  'categories',
  'category places',
  'before prices',
  'products',
  'options',
  'variants',
  'variant options',
  'grids',
  'inventory',
  'merchandising',
  'attributes',
  'access',
  'extra images',
  'product places',
  'webhooks',
] as const

/** A stage of a plan that writes records. */
export type WriteStage = (typeof writeStages)[number]

/** A top-level map of a document whose entries are root records. */
export type Section = 'groups' | 'categories' | 'products' | 'webhooks'

/**
 * Where authors write the records of a resource: as entries of a section, or under a key `within` the entry of another resource.
 * `entry` is the field that holds the key of one row there; `null`: all of it is one row, or one grid.
 */
export type Authored =
  | { readonly section: Section }
  | { readonly within: 'Product' | 'Cat' | 'Variants'; readonly key: string; readonly entry: string | null }

/** A resource of the platform as plain data: it can be printed as JSON and has no callbacks. */
export interface Resource {
  /** The name in the headings of docs/api.md. */
  readonly name: string
  /** Element name of a record in a ResultSet. */
  readonly node: string
  /** Other names that a specification accepts, the node name included where it differs. */
  readonly aliases: readonly string[]
  readonly doc: string
  readonly noun: Noun
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
  /** True where other programs write the rows too, and the store may make them by itself (docs/assumptions.md W34). */
  readonly external?: true
  /** For rows without a key: the capability that decides whether posting an existing row updates it (docs/assumptions.md W12, W13). */
  readonly upsertBy?: 'links' | 'attributes'
  /** The field with the name that people give the record. */
  readonly titleField?: string
  /** The field with the address of the page of the record, after that of the shop. */
  readonly slugField?: string
  /** The field by which the store orders rows that the catalogue only lists in order. */
  readonly orderField?: string
  /** The field with the sku of the product, or the code of the variant, that the row is about. */
  readonly skuField?: string
  /** The stage of a plan that writes its rows; absent: no plan writes them. */
  readonly stage?: WriteStage
  /** The word before the key of a row in its address (docs/explain.md); absent: its rows have no address. */
  readonly addressKind?: string
  /** Absent: the catalogue has no such records. */
  readonly authored?: Authored
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
