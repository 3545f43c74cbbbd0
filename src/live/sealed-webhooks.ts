import { invariant, OperationalError } from '../errors.ts'
import type { Scope } from '../records/scope.ts'
import { addressDigest, maskedAddress } from '../records/webhook-address.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import type { StoreClient } from '../store/store-client.ts'

/** A webhook that the engine knows by name and public url, and the address that it stands for. */
export interface KnownWebhook {
  readonly name: string
  /** As the record of the catalogue has it: without secrets. */
  readonly url: string
  /** The address itself, which can be a secret. */
  readonly address: string
  /** The values of the environment that are part of it. */
  readonly values: readonly string[]
}

/**
 * The store with the addresses of webhooks replaced: what is read has the public url of a known webhook, or `https://host/***#digest`
 * for any other, and what is posted gets the address itself. Nothing behind it holds a secret: neither a plan nor a journal, nor the
 * message of a refusal that repeats an address.
 */
export function sealWebhooks(store: StoreClient, known: readonly KnownWebhook[]): StoreClient {
  const urls = new Map(known.map(({ name, url, address }) => [keyOf(name, address), url]))
  const addresses = new Map(known.map(({ name, url, address }) => [keyOf(name, url), address]))
  const sealed = (row: RecordTree): RecordTree => {
    const { name = '', url = '' } = row.fields
    const shown = urls.get(keyOf(name, url)) ?? maskedAddress(url, addressDigest(store, { name, address: url }))
    return { ...row, fields: { ...row.fields, url: shown } }
  }
  const opened = (row: RecordTree): RecordTree => {
    const { name = '', url = '' } = row.fields
    const address = addresses.get(keyOf(name, url))
    invariant(address !== undefined, `the address of the webhook ${name} is known when it is sent`)
    return { ...row, fields: { ...row.fields, url: address } }
  }
  const hidden = <T>(work: Promise<T>): Promise<T> => work.catch((error: unknown) => Promise.reject(withoutSecrets(error, known)))
  return {
    ...store,
    readAll: (scope, known) => sealedRows(store.readAll(scope, known), scope, sealed),
    readWhere: (scope, field, values) => sealedRows(store.readWhere(scope, field, values), scope, sealed),
    post: (spec, records) =>
      hidden(
        store.post(
          spec,
          records.map((record) => (record.resource === 'Webhooks' ? opened(record) : record)),
        ),
      ),
    // docs/api.md, "Webhooks": the identifier alone names a subscription.
    deleteRow: (resource, where) => hidden(store.deleteRow(resource, resource === 'Webhooks' ? { id: where['id'] ?? '' } : where)),
  }
}

function keyOf(name: string, url: string): string {
  return JSON.stringify([name, url])
}

function sealedRows(
  rows: AsyncIterable<RecordTree>,
  { resource }: Scope,
  sealed: (row: RecordTree) => RecordTree,
): AsyncIterable<RecordTree> {
  return resource === 'Webhooks' ? mapped(rows, sealed) : rows
}

async function* mapped(rows: AsyncIterable<RecordTree>, change: (row: RecordTree) => RecordTree): AsyncGenerator<RecordTree> {
  for await (const row of rows) yield change(row)
}

/** The same error where the message of the store repeats no secret; else one without it. */
function withoutSecrets(error: unknown, known: readonly KnownWebhook[]): unknown {
  if (!(error instanceof OperationalError)) return error
  const secrets = known.flatMap(({ address, url, values }) => [
    ...(address === url ? [] : [[address, url] as const]),
    ...values.filter(({ length }) => length >= shortest).map(masked),
  ])
  const hide = (text: string): string => secrets.reduce((shown, [secret, instead]) => shown.replaceAll(secret, () => instead), text)
  const [message, fix] = [hide(error.message), hide(error.fix)]
  if (message === error.message && fix === error.fix) return error
  return new OperationalError(error.code, message, { fix, context: error.context })
}

/** A shorter value is part of many words. */
const shortest = 4

function masked(value: string): readonly [string, string] {
  return [value, '***']
}
