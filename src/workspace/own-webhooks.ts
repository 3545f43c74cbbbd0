import { type OwnWebhook, ownOfRow } from '../diff/own-webhook.ts'
import type { BaseRecords } from '../records/base-record.ts'

/** The webhooks that were applied to a store. */
export async function ownWebhooks(base: BaseRecords): Promise<readonly OwnWebhook[]> {
  const found: OwnWebhook[] = []
  for (const key of base.keys('Webhooks')) {
    const known = await base.get('Webhooks', key)
    if (known) found.push({ ...ownOfRow(known.record), source: known.source })
  }
  return found
}
