import { encodeKey } from '../records/key-text.ts'
import type { LeftOut } from './collapse/collapsing.ts'
import { isRecordOf } from './plain-record.ts'
import type { LiveRecords } from './live-records.ts'
import { openWritten, type Texts } from './written-catalogue.ts'

type Webhooks = LiveRecords['webhooks']

interface Known {
  readonly texts: Texts
  /** Values of `${NAME}` in the addresses of the catalogue. */
  readonly env: Readonly<Record<string, string | undefined>>
}

/**
 * The webhooks that are not in the catalogue, compared by name and url. An address with a query or a user name can contain a secret, which
 * must not be written to git: such a webhook is withheld (semantics.md 9).
 */
export function newWebhooks(webhooks: Webhooks, known: Known): { readonly added: Webhooks; readonly withheld: readonly LeftOut[] } {
  const written = openWritten(known.texts)
  const documents = [...known.texts].filter(([, text]) => text.includes('webhooks'))
  const there = new Set(documents.flatMap(([path]) => namedIn(written.document(path).valueAt('webhooks'), known.env)))
  // A store can have a webhook twice; a catalogue has it once.
  const different = new Map(webhooks.map((webhook) => [JSON.stringify([webhook.name, webhook.url]), webhook]))
  const missing = [...different].flatMap(([id, webhook]) => (there.has(id) ? [] : [webhook]))
  const isOpen = ({ url }: Webhooks[number]): boolean => {
    const address = URL.parse(url)
    return address !== null && address.search === '' && address.username === '' && address.password === '' && !url.includes('${')
  }
  const added = missing.filter(isOpen).toSorted((a, b) => (JSON.stringify([a.name, a.url]) < JSON.stringify([b.name, b.url]) ? -1 : 1))
  return { added, withheld: missing.filter((webhook) => !isOpen(webhook)).map(withheldOf) }
}

function withheldOf({ name, url }: Webhooks[number]): LeftOut {
  const host = URL.parse(url)?.host ?? ''
  const reason = 'its address contains a query or a user name, which can be a secret; write it with ${NAME} for an environment variable'
  return { address: `webhook.${encodeKey(name)}${host === '' ? '' : ` at ${host}`}`, key: null, reason }
}

function namedIn(list: unknown, env: Known['env']): string[] {
  if (!Array.isArray(list)) return []
  return list.filter(isRecordOf).flatMap(({ name, url }) => {
    if (typeof name !== 'string' || typeof url !== 'string') return []
    const address = url.replaceAll(/\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g, (whole, variable: string) => env[variable] ?? whole)
    return [JSON.stringify([name, address])]
  })
}
