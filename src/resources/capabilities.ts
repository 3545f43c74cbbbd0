import type { ResourceName } from './registry.ts'

/**
 * What one store can do beyond what platform.md shows. A value in the plan, per store (semantics.md 13):
 * the defaults of a real store are what is documented, the emulator's own are known, config can set it.
 */
export interface Capabilities {
  /** `shown`: only PricingAdvanced by sku and Webhooks can be deleted. `generic`: assumptions.md W28 holds. */
  readonly deletes: 'shown' | 'generic'
  /** `upsert`: posting an existing pair (ProdCat, CatParent, ProdAccessGroup) updates it, W12. */
  readonly links: 'unknown' | 'upsert'
  /** What tells ProductAttributes rows apart, W13. */
  readonly attributes: 'unknown' | 'label' | 'label+value'
  /** `atomic`: a body is written whole or not at all, W4. */
  readonly batches: 'unknown' | 'atomic'
  /** True where the Files API is there (`files_url` is optional), or the config says `files: assume_present`. */
  readonly files: boolean
}

/** Documented-only: what a real store is taken to do until its config or `doctor` says more. */
export const documentedCapabilities: Capabilities = {
  deletes: 'shown',
  links: 'unknown',
  attributes: 'unknown',
  batches: 'unknown',
  files: true,
}

/** A store's own names of fields, ours to theirs, and the fields that it has besides those of platform.md. */
export type StoreFieldNames = Readonly<Partial<Record<ResourceName, Readonly<Record<string, string>>>>>
