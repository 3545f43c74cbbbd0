import type { ResourceName } from '../../resources/registry.ts'

/** What `lint` looks for in a store. */
export const lintRules = ['grid', 'reference', 'slug', 'picture', 'key-case', 'variant-options'] as const

/** Something in the store that the platform accepts and that is no good. */
export interface Finding {
  readonly rule: (typeof lintRules)[number]
  readonly resource: ResourceName
  /** The key of the record, or the fields that tell it from others. */
  readonly key: string
  readonly message: string
}
