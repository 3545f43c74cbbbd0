import type { ResourceName } from './registry.ts'

/**
 * What one store supports beyond docs/api.md. The defaults of a real store are the documented ones, those of the
 * emulator are known, and the config can set them. Part of the plan.
 */
export interface Capabilities {
  /** `shown`: only PricingAdvanced by sku and Webhooks can be deleted. `generic`: docs/assumptions.md W28 holds. */
  readonly deletes: 'shown' | 'generic'
  /** `upsert`: posting an existing pair (ProdCat, CatParent, ProdAccessGroup) updates it, W12. */
  readonly links: 'unknown' | 'upsert'
  /** The fields that identify a ProductAttributes row of a product, W13. */
  readonly attributes: 'unknown' | 'label' | 'label+value'
  /** `atomic`: the store writes all records of a body or none, W4. */
  readonly batches: 'unknown' | 'atomic'
  /** True where the store has a Files API (`files_url` is optional), or the config sets `files: assume_present`. */
  readonly files: boolean
}

/** The documented capabilities: the defaults of a real store until its config declares more. */
export const documentedCapabilities: Capabilities = {
  deletes: 'shown',
  links: 'unknown',
  attributes: 'unknown',
  batches: 'unknown',
  files: true,
}

/** The field names of a store by resource and documented name, and the fields that it has besides those of docs/api.md. */
export type StoreFieldNames = Readonly<Partial<Record<ResourceName, Readonly<Record<string, string>>>>>
