import { invariant, OperationalError } from '../errors.ts'
import type { StoreFieldNames } from '../resources/capabilities.ts'
import { resourceOf, type ResourceName } from '../resources/registry.ts'
import type { Fields } from '../resources/resource.ts'
import { recordPath, writePath } from '../wire/address.ts'
import { parseFault } from '../wire/fault.ts'
import { formatFilters } from '../wire/filters.ts'
import { formatResultSet } from '../wire/result-set-writer.ts'
import { writeReplyKind } from '../wire/write-reply.ts'
import { answerFault, type BadAnswer, isWebPage, webPage, wrongAddress } from './answer-fault.ts'
import { endsOf, type Exchange, type Outgoing } from './exchange.ts'
import { hideKey } from './hide-key.ts'
import { storeFieldName } from './scope-request.ts'
import type { StoreClient } from './store-client.ts'

/** The store to write to. */
export interface WriteContext {
  readonly exchange: Exchange
  readonly names: StoreFieldNames
  readonly host: string
  readonly key: string
}

/** The writes of the Data API (platform.md, "Data API operations"). No write is repeated automatically. */
export function dataApiWrites(context: WriteContext): Pick<StoreClient, 'post' | 'deletePrices' | 'deleteRow'> {
  return {
    post: (spec, records) =>
      write(context, {
        method: 'POST',
        path: writePath(spec),
        what: `POST ${spec}`,
        body: Buffer.from(formatResultSet(records, context.names)),
      }),
    deletePrices: (skus) => {
      invariant(skus.length > 0, 'a DELETE of prices without a sku would delete all of them')
      return remove(context, 'PricingAdvanced', [{ field: storeFieldName(context.names, 'PricingAdvanced', 'sku'), values: [...skus] }])
    },
    deleteRow: (resource, where) => deleteRow(context, resource, where),
  }
}

async function deleteRow(context: WriteContext, resource: ResourceName, where: Fields): Promise<void> {
  const { key } = resourceOf(resource)
  const fields = Object.entries(where)
  const keyValue = key === null ? undefined : where[key]
  const isWild = fields.some(([, value]) => value.includes('%'))
  if (keyValue !== undefined && keyValue !== '' && (fields.length === 1 || isWild)) {
    await ignoreMissing(write(context, { method: 'DELETE', path: recordPath(resource, keyValue), what: `DELETE ${resource}` }))
    return
  }
  invariant(
    fields.some(([, value]) => value !== ''),
    `a DELETE of ${resource} without a value would delete all rows`,
  )
  const filters = fields.map(([field, value]) => ({ field: storeFieldName(context.names, resource, field), values: [value] }))
  await remove(context, resource, filters)
}

/** DELETE by filter. A value with `%` would match other rows too and is refused before anything is sent. */
async function remove(
  context: WriteContext,
  resource: ResourceName,
  filters: readonly { field: string; values: string[] }[],
): Promise<void> {
  const wild = filters.flatMap(({ values }) => values).find((value) => value.includes('%'))
  if (wild !== undefined) {
    throw new OperationalError(
      'store-fault',
      `A ${resource} row of "${wild}" cannot be deleted: the store matches % with any text and would delete other rows too.`,
      {
        fix: "Delete this row in the store's administration.",
      },
    )
  }
  await ignoreMissing(
    write(context, { method: 'DELETE', path: `${writePath(resource)}?${formatFilters({ filters })}`, what: `DELETE ${resource}` }),
  )
}

/** Treats the 404 of the platform as success: the row is already deleted (assumptions.md W30). One of a proxy or a wrong address is not. */
async function ignoreMissing(deletion: Promise<void>): Promise<void> {
  try {
    await deletion
  } catch (error) {
    const { status, fault } = error instanceof OperationalError ? error.context : {}
    if (status !== 404 || fault !== 1) throw error
  }
}

/**
 * Sends a request once and reads the whole answer. A success is 204, 201 without a body, or 2xx with a whole ResultSet or
 * `rsp stat="ok"` (assumptions.md W1 to W3); anything else with 2xx is no answer of the Data API, so that nobody knows what it did.
 */
async function write({ exchange, host, key }: WriteContext, request: Outgoing): Promise<void> {
  const { status, headers, body } = await exchange.send(request)
  const { head, tail } = await endsOf(body)
  if (status === 204 || (status === 201 && head.trim() === '')) return
  const { what } = request
  const text = hideKey(head, key)
  if (parseFault(text)) throw answerFault({ status, headers, text, what, host })
  if (isWebPage(text)) throw webPage({ host, what, status })
  const kind = status === 200 || status === 201 ? writeReplyKind({ head, tail }) : 'other'
  if (kind !== 'reply') throw noAnswer({ host, what, status }, kind)
}

function noAnswer({ host, what, status }: Pick<BadAnswer, 'host' | 'what' | 'status'>, kind: 'cut' | 'other'): OperationalError {
  const context = { status, answer: 'lost' }
  if (kind === 'other') {
    const message = `${host} answered ${what} with something that is no answer of the Data API (${status}).`
    return new OperationalError('store-answer-broken', message, { fix: wrongAddress, context })
  }
  return new OperationalError('store-answer-broken', `The answer of ${host} to ${what} is cut off (${status}).`, {
    fix: 'Try again. A proxy between this machine and the store can be the cause.',
    context,
  })
}
