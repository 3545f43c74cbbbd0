import type { ResourceName } from '../../resources/registry.ts'

/** What lint checks in a store. */
export const lintRules = ['grid', 'reference', 'slug', 'picture', 'key-case', 'shared-key', 'variant-options', 'value'] as const

/** Data in the store that the platform accepts although it is likely a mistake. */
export interface Finding {
  readonly rule: (typeof lintRules)[number]
  readonly resource: ResourceName
  /** The key of the record, or its identifying fields. */
  readonly key: string
  readonly message: string
}
