import { isMaskOf } from '../records/webhook-address.ts'
import type { Fields } from '../resources/resource.ts'

/** A webhook that was applied to a store from a catalogue. */
export interface OwnWebhook {
  readonly name: string
  /** Its public url, as its record in the catalogue had it. */
  readonly url: string
  /** The digest of the address that it stood for (`addressDigest`); `null` where the url says all of it. */
  readonly digest: string | null
}

/** The webhook of ours that a webhook of the store is, by name and address; `undefined` for one of somebody else. */
export function ownWebhook(live: Fields, own: readonly OwnWebhook[]): OwnWebhook | undefined {
  return own.find(({ name, url, digest }) => {
    const isSame = digest === null ? live['url'] === url : isMaskOf(live['url'] ?? '', digest)
    return isSame && live['name'] === name
  })
}
