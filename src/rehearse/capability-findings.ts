import type { StoreFinding } from '../records/store-finding.ts'
import type { Capabilities } from '../resources/capabilities.ts'

type Declared = Exclude<keyof Capabilities, 'files'>

/** What a plan does where neither the document of the platform nor the config says more. */
const withoutThem: Readonly<Record<Declared, string>> = {
  deletes: 'only price entries and webhooks are deleted; other rows that leave the catalogue are listed as changes that cannot be applied',
  links: 'places in categories and access rows are written only where the store does not have them',
  attributes: 'a product has each attribute label once',
  batches: 'a body can be written in part: new products stay hidden until they are complete',
}

/** The capabilities of a store, and what follows from those that are not known. They are not tried: that would write to the store. */
export function capabilityFindings(capabilities: Capabilities): readonly StoreFinding[] {
  return (['deletes', 'links', 'attributes', 'batches'] as const).map((name): StoreFinding => {
    const value = capabilities[name]
    const part = `capability ${name}`
    if (value !== 'unknown' && value !== 'shown') return { part, state: 'works', text: value, fix: null }
    return {
      part,
      state: 'limited',
      text: `${value}: ${withoutThem[name]}.`,
      fix: `If the operator of the store confirms more, set \`capabilities.${name}\` of the store in planogram.yaml (docs/config.md).`,
    }
  })
}
