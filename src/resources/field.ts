/** The properties of a field besides its kind. A trait needs at least two consumers. */
export interface Traits {
  /** One sentence for people: JSON Schema, `docs/api.md`, the inspector. */
  readonly doc: string
  /** True where docs/api.md requires the field. */
  readonly required?: true
  /** The value that the store uses when the field is left out. */
  readonly default?: string
  /** `store`: assigned or computed by the store; never written by a plan. */
  readonly owner?: 'store'
  /** Accepted in a write, empty in every read. */
  readonly writeOnly?: true
  /** Accepted and ignored by the store. */
  readonly deprecated?: true
  /** Its name in the catalogue: the key under which authors write it, or what its order there stands for; default: the name of the field. */
  readonly authored?: string
  /** True for a comma-separated list of `<key>=<value>`. */
  readonly pairs?: true
  /** Not shown without a login: `all` of the value, or user and query of an `address`. */
  readonly secret?: 'all' | 'address'
  /** Names of the resources whose key this field holds. */
  readonly refersTo?: readonly string[]
  /** The row of docs/assumptions.md for a field that docs/api.md does not show. */
  readonly assumed?: string
}

/** A field of a resource. Its kind defines the text form and the equality of values (`resources/scalar.ts`). */
export type Field = Traits &
  (
    | { readonly kind: 'text'; readonly maxLength?: number }
    | { readonly kind: 'choice'; readonly values: readonly string[] }
    | { readonly kind: 'flag' }
    | { readonly kind: 'integer' }
    | { readonly kind: 'decimal' }
    | { readonly kind: 'timestamp' }
    | { readonly kind: 'file'; readonly folder: string }
  )

/** The kind of a field. */
export type FieldKind = Field['kind']

/** The type of a value of the field. Every value is text; see `Fields`. */
export type ValueOf<F extends Field> = F extends { kind: 'choice'; values: readonly (infer V)[] }
  ? V | ''
  : F extends { kind: 'flag' }
    ? 'true' | 'false' | ''
    : string
