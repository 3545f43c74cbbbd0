import { invariant, OperationalError } from '../errors.ts'
import type { StoreFieldNames } from '../resources/capabilities.ts'
import { resourceOf, type ResourceName } from '../resources/registry.ts'
import type { Fields } from '../resources/resource.ts'
import { recordPath, writePath } from '../wire/address.ts'
import { parseFault } from '../wire/fault.ts'
import { formatFilters } from '../wire/filters.ts'
import { formatResultSet } from '../wire/result-set-writer.ts'
import { answerFault, isWebPage, wrongAddress } from './answer-fault.ts'
import { beginningOf, type Exchange, type Outgoing } from './exchange.ts'
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
      write(context, { method: 'POST', path: writePath(spec), what: `POST ${spec}`, body: formatResultSet(records, context.names) }),
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

/** Treats 404 as success: the row is already deleted (assumptions.md W30). */
async function ignoreMissing(deletion: Promise<void>): Promise<void> {
  try {
    await deletion
  } catch (error) {
    if (!(error instanceof OperationalError) || error.context['status'] !== 404) throw error
  }
}

/** Sends a request and reads the whole answer: a success is 2xx without `rsp stat="fail"` (assumptions.md W1). */
async function write({ exchange, host, key }: WriteContext, request: Outgoing): Promise<void> {
  const text = hideKey(await beginningOf(await exchange.send(request)), key)
  if (parseFault(text)) throw answerFault({ status: 200, headers: {}, text, what: request.what, host })
  if (!isWebPage(text)) return
  throw new OperationalError('store-answer-broken', `${host} answered ${request.what} with a web page instead of XML.`, {
    fix: wrongAddress,
    context: { answer: 'lost' },
  })
}
