import { checkShape } from '../documents/check-shape.ts'
import { webhookDocument } from '../documents/catalogue-document.ts'
import type { WebhookEntry } from '../rules/rule.ts'
import { at, type Located, spanOf } from '../yaml/source-node.ts'

type Env = Readonly<Record<string, string | undefined>>

/** The valid entries of `webhooks`, with `${ENV}` filled in for the rules only (semantics.md 9). */
export function webhookEntries(webhooks: readonly Located[], env: Env): WebhookEntry[] {
  return webhooks.flatMap((located) => {
    const { value } = checkShape(webhookDocument, located)
    if (!value) return []
    const address = webhookAddress(value.url, env)
    const isAddress = address !== null && URL.canParse(address)
    return [
      {
        name: value.name,
        address: isAddress ? address : null,
        exposesSecret: exposesSecret(value.url),
        nameAt: spanOf(at(located, 'name')),
        urlAt: spanOf(at(located, 'url')),
      },
    ]
  })
}

/** True where the address as written contains a password, or a parameter that is named like a secret. */
function exposesSecret(url: string): boolean {
  const written = url.replaceAll(/\$\{[^}]*\}/g, '')
  return /:\/\/[^/?#@]*:[^/?#@]+@/.test(written) || /[?&][^=&#]*(?:key|token|secret|passw|pwd)[^=&#]*=[^&#]/i.test(written)
}

/** The address with `${ENV}` filled in, or `null` where a variable is not set. */
export function webhookAddress(url: string, env: Env): string | null {
  let unset = false
  const address = url.replaceAll(/\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g, (_, name: string) => {
    unset ||= env[name] === undefined
    return env[name] ?? ''
  })
  return unset ? null : address
}
