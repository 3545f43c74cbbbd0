/** What a field may carry besides its kind. Flat and few: a trait stays only while two consumers read it. */
export interface Traits {
  /** One sentence for people: JSON Schema, `docs/api.md`, the inspector. */
  readonly doc: string
  /** True where platform.md says that a record needs it. */
  readonly required?: true
  /** The text that the store takes when the field is left out. */
  readonly default?: string
  /** `store`: assigned or computed by the store; never written by a plan. */
  readonly owner?: 'store'
  /** Accepted in a write, empty in every read. */
  readonly writeOnly?: true
  /** Still in the interface, ignored by the store. */
  readonly deprecated?: true
  /** Names of the resources whose key this field holds. */
  readonly refersTo?: readonly string[]
  /** The row of assumptions.md that stands behind a field which platform.md does not show. */
  readonly assumed?: string
}

/** A field of a resource. The kind owns its text form and its equality (`resources/scalar.ts`). */
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

export type FieldKind = Field['kind']

/** The text that a field of this kind holds in a record. Every value is text; see `Fields`. */
export type ValueOf<F extends Field> = F extends { kind: 'choice'; values: readonly (infer V)[] }
  ? V | ''
  : F extends { kind: 'flag' }
    ? 'true' | 'false' | ''
    : string
