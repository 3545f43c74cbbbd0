import type { BaseRow } from '../records/base-record.ts'
import { isMaskOf } from '../records/webhook-address.ts'
import type { Fields } from '../resources/resource.ts'
import type { SourcePlace } from '../source/source.ts'

/** A webhook that was applied to a store from a catalogue. */
export interface OwnWebhook {
  readonly name: string
  /** Its public url, as its record in the catalogue had it. */
  readonly url: string
  /** The digest of the address that it stood for (`addressDigest`); `null` where the url says all of it. */
  readonly digest: string | null
  /** Where the catalogue declared it then; default: not known. */
  readonly source?: SourcePlace | null
}

/** The webhook of ours that a webhook of the store is, by name and address; `undefined` for one of somebody else. */
export function ownWebhook(live: Fields, own: readonly OwnWebhook[]): OwnWebhook | undefined {
  return own.find(({ name, url, digest }) => {
    const isSame = digest === null ? live['url'] === url : isMaskOf(live['url'] ?? '', digest)
    return isSame && live['name'] === name
  })
}

/** Its key in the base: with another address it is another webhook, and both can be in the store. */
export function keyOfOwn({ name, url, digest }: OwnWebhook): string {
  return JSON.stringify([name, url, ...(digest === null ? [] : [digest])])
}

/** Its row in the base; the digest is what the store made of its url. */
export function rowOfOwn({ name, url, digest }: OwnWebhook): BaseRow {
  return { resource: 'Webhooks', fields: { name, url }, children: {}, ...(digest !== null && { stored: { url: digest } }) }
}

/** The webhook of a row of the base. */
export function ownOfRow({ fields, stored }: BaseRow): OwnWebhook {
  return { name: fields['name'] ?? '', url: fields['url'] ?? '', digest: stored?.['url'] ?? null }
}
