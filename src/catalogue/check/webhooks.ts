import { webhookDocument } from '../../documents/catalogue-document.ts'
import { checkShape } from '../../documents/check-shape.ts'
import { type Finding, makeProblem } from '../../problems/make-problem.ts'
import type { Problem } from '../../problems/problem.ts'
import { hasBrokenReference, publicAddress, resolveAddress, type Variables, variablesOf } from '../../records/webhook-address.ts'
import type { WebhookEntry } from '../../rules/rule.ts'
import { at, type Located, spanOf } from '../../yaml/source-node.ts'
import type { Config } from '../config/config.ts'

/** The correct entries of `webhooks`, with `${ENV}` replaced, for the rules only (semantics.md 9). */
export function webhookEntries(webhooks: readonly Located[], env: Variables): WebhookEntry[] {
  return webhooks.flatMap((located) => {
    const { value } = checkShape(webhookDocument, located)
    if (!value) return []
    const address = addressOf(value.url, env)
    return [
      {
        name: value.name,
        written: value.url,
        shown: publicAddress(value.url),
        address: address !== null && URL.canParse(address) ? address : null,
        exposesSecret: exposesSecret(value.url),
        nameAt: spanOf(at(located, 'name')),
        urlAt: spanOf(at(located, 'url')),
      },
    ]
  })
}

/** Problems of addresses, with `${ENV}` replaced for the check only (semantics.md 9). No message repeats an address. */
export function webhookProblems(webhooks: readonly Located[], env: Variables, stores: Config['stores']): Problem[] {
  const keys = keyVariables(stores)
  return webhooks.flatMap((located) => {
    const { value } = checkShape(webhookDocument, located)
    const place = { at: spanOf(at(located, 'url')) }
    return value === undefined ? [] : urlFindings(value.url, env, keys).map((finding) => makeProblem({ ...finding, ...place }))
  })
}

/** The variables that the keys of stores come from. */
function keyVariables(stores: Config['stores']): ReadonlySet<string> {
  return new Set(Object.values(stores).flatMap((store) => (!store.emulator && store.key.kind === 'env' ? [store.key.variable] : [])))
}

/** A key is bound to its hosts (semantics.md 23): in an address, the store would send it to another one with each notification. */
function urlFindings(url: string, env: Variables, keys: ReadonlySet<string>): readonly Omit<Finding, 'at'>[] {
  const key = variablesOf(url).find((name) => keys.has(name))
  if (key !== undefined) {
    const message = `the address of this webhook contains the key of a store (${key}), which would be sent to that address`
    return [{ rule: 'key-in-config', message, fix: 'Use another variable, with a secret that only this webhook has.' }]
  }
  if (hasBrokenReference(url)) {
    return [
      { rule: 'wrong-type', message: 'the url of this webhook has a `${` that is no reference', fix: 'Write a reference as ${NAME}.' },
    ]
  }
  const address = addressOf(url, env)
  if (address === null || (URL.canParse(address) && /^https?:$/.test(new URL(address).protocol))) return []
  return [{ rule: 'wrong-type', ...noAddress(url) }]
}

/** What is wrong with a url that is no address. Its values are not shown. */
function noAddress(url: string): { readonly message: string; readonly fix?: string } {
  const message = 'the url of a webhook must be an address such as https://erp.example/hooks'
  const names = [...new Set(variablesOf(url))].join(', ')
  if (names === '') return { message }
  const fix = `Check the value of ${names}: what an address needs encoded is percent-encoded in it, such as a space as %20, / as %2F, ? as %3F and @ as %40.`
  return { message: `${message}; with the value of ${names} it is none`, fix }
}

/** True where an address as written contains a password, or a parameter with the name of a secret. */
function exposesSecret(url: string): boolean {
  const written = url.replaceAll(/\$\{[^}]*\}/g, '')
  return /:\/\/[^/?#@]*:[^/?#@]+@/.test(written) || /[?&][^=&#]*(?:key|token|secret|passw|pwd)[^=&#]*=[^&#]/i.test(written)
}

/** The address with `${ENV}` replaced, or `null` where a variable is not set. */
function addressOf(url: string, env: Variables): string | null {
  const resolved = resolveAddress(url, env)
  return 'address' in resolved ? resolved.address : null
}
