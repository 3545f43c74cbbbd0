import { webhookDocument } from '../../documents/catalogue-document.ts'
import { checkShape } from '../../documents/check-shape.ts'
import type { DesiredRecord } from '../../records/desired.ts'
import { publicAddress, resolveAddress, type ResolvedAddress, type ResolveWebhook, type Variables } from '../../records/webhook-address.ts'
import { at, type Located, spanOf } from '../../yaml/source-node.ts'

/** The records of the correct entries of `webhooks:`. Their `url` is the public form of the address: it has no secret (semantics.md 32). */
export function expandWebhooks(webhooks: readonly Located[]): DesiredRecord[] {
  return webhooks.flatMap((located) => {
    const { value } = checkShape(webhookDocument, located)
    if (value === undefined) return []
    const { name, url } = value
    const spans = { url: spanOf(at(located, 'url')) }
    return [{ resource: 'Webhooks', fields: { name, url: publicAddress(url) }, children: {}, source: spanOf(at(located, 'name')), spans }]
  })
}

/** Finds the addresses of webhooks by their records, with the values of the environment. */
export function webhookResolver(webhooks: readonly Located[], env: Variables): ResolveWebhook {
  const byRecord = new Map<string, ResolvedAddress>()
  for (const located of webhooks) {
    const { value } = checkShape(webhookDocument, located)
    if (value) byRecord.set(JSON.stringify([value.name, publicAddress(value.url)]), resolveAddress(value.url, env))
  }
  return (name, url) => byRecord.get(JSON.stringify([name, url]))
}
