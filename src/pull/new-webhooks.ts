import { encodeKey } from '../records/key-text.ts'
import { resolveAddress, type ResolvedAddress, type Variables } from '../records/webhook-address.ts'
import type { LeftOut } from './collapse/collapsing.ts'
import { isObject } from '../source/is-object.ts'
import type { LiveRecords } from './live-records.ts'
import { openWritten, type Texts } from './written-catalogue.ts'

type Webhooks = LiveRecords['webhooks']

interface Known {
  readonly texts: Texts
  /** Values of `${NAME}` in the addresses of the catalogue. */
  readonly env: Variables
}

/**
 * The webhooks that are not in the catalogue, compared by name and url. An address with a query or a user name can contain a secret, which
 * must not be written to git, and so can that of an event of which the catalogue has a webhook whose variables are not set: these are
 * withheld (docs/decisions/028-webhooks.md).
 */
export function newWebhooks(webhooks: Webhooks, known: Known): { readonly added: Webhooks; readonly withheld: readonly LeftOut[] } {
  const written = openWritten(known.texts)
  const documents = [...known.texts].filter(([, text]) => text.includes('webhooks'))
  const entries = documents.flatMap(([path]) => entriesOf(written.document(path).valueAt('webhooks'), known.env))
  const there = new Set(entries.flatMap(({ name, resolved }) => ('address' in resolved ? [JSON.stringify([name, resolved.address])] : [])))
  const unset = new Map(entries.flatMap(({ name, resolved }) => ('missing' in resolved ? [[name, resolved.missing]] : [])))
  // A store can have a webhook twice; a catalogue has it once.
  const different = new Map(webhooks.map((webhook) => [JSON.stringify([webhook.name, webhook.url]), webhook]))
  const missing = [...different].flatMap(([id, webhook]) => (there.has(id) ? [] : [{ webhook, reason: secretReason(webhook, unset) }]))
  const added = missing.flatMap(({ webhook, reason }) => (reason === null ? [webhook] : []))
  return {
    added: added.toSorted((a, b) => (JSON.stringify([a.name, a.url]) < JSON.stringify([b.name, b.url]) ? -1 : 1)),
    withheld: missing.flatMap(({ webhook, reason }) => (reason === null ? [] : [withheldAs(webhook, reason)])),
  }
}

/** Why the address can contain a secret; `null` where it does not. */
function secretReason({ name, url }: Webhooks[number], unset: ReadonlyMap<string, readonly string[]>): string | null {
  const address = URL.parse(url)
  const isOpen = address !== null && address.search === '' && address.username === '' && address.password === '' && !url.includes('${')
  if (!isOpen)
    return 'its address contains a query or a user name, which can be a secret; write it with ${NAME} for an environment variable'
  const names = unset.get(name)
  return names === undefined
    ? null
    : `it may be the webhook of the catalogue that needs ${names.join(', ')}, which the environment does not have`
}

function withheldAs({ name, url }: Webhooks[number], reason: string): LeftOut {
  const host = URL.parse(url)?.host ?? ''
  return { address: `webhook.${encodeKey(name)}${host === '' ? '' : ` at ${host}`}`, key: null, reason }
}

interface WrittenEntry {
  readonly name: string
  readonly resolved: ResolvedAddress
}

function entriesOf(list: unknown, env: Variables): WrittenEntry[] {
  if (!Array.isArray(list)) return []
  return list
    .filter(isObject)
    .flatMap(({ name, url }) => (typeof name === 'string' && typeof url === 'string' ? [{ name, resolved: resolveAddress(url, env) }] : []))
}
