import { nearestWord } from '../../catalogue/nearest-word.ts'
import { exitCodes, invariant, OperationalError } from '../../errors.ts'
import { effectivePrice } from '../../records/pricing/effective-price.ts'
import { pricedSku } from '../../records/pricing/priced-sku.ts'
import type { PriceQuery } from '../../records/pricing/price-query.ts'
import { queryText } from '../../records/pricing/price-words.ts'
import { shopTime } from '../../records/pricing/shop-time.ts'
import { priceJson, priceTableJson } from '../../report/price-json.ts'
import { currenciesOf, priceRows, priceTable } from '../../report/price-table.ts'
import { priceText } from '../../report/price-text.ts'
import type { RecordTree } from '../../resources/record-tree.ts'
import { connectStore } from '../connect-store.ts'
import type { GlobalOptions } from '../global-options.ts'
import { codesOf, readPricedRoot } from '../live-prices.ts'
import { type PricedSide, pricedSides } from '../priced-sides.ts'
import { type ProgramOutput, programOutput } from '../program-output.ts'
import { type OpenCatalogue, readCatalogue } from '../read-catalogue.ts'
import type { Surroundings } from '../surroundings.ts'

/** What is priced: the sides, and what is asked of them. */
interface Priced {
  readonly title: string
  readonly sides: readonly PricedSide[]
  /** As it was asked; the options that adjust a price are those of each side. */
  readonly query: PriceQuery
  readonly store: string
}

/**
 * `planogram price <sku>`: what a customer pays in git and in the store, and why. A store that cannot be read leaves its side
 * out, says why, and makes the exit code 1; a catalogue with errors is priced as far as it is understood.
 */
export async function price(options: GlobalOptions, surroundings: Surroundings): Promise<number> {
  const { sku } = options
  invariant(sku !== undefined, 'price was started without a sku')
  refuseContradiction(options)
  const output = programOutput(options, surroundings)
  const catalogue = await readCatalogue(options, surroundings)
  const { config } = catalogue
  const products = catalogue.desired.roots.Product ?? []
  const desired = products.find((root) => pricedSku(root, sku) !== null) ?? null
  const { live, failure } = await readLive(options, { catalogue, desired, surroundings })
  const query = queryOf(options, catalogue, surroundings)
  const sides = pricedSides(
    { desired, live },
    { sku, options: query.options, known: () => products.flatMap(codesOf), store: config.storeName },
  )
  complain(output, catalogue, { query, failure })
  const title = [desired, live].map((root) => root?.fields['title'] ?? '').find((text) => text !== '') ?? ''
  const priced = { title, sides, query, store: config.storeName }
  await output.result(options.table === true ? tableText(priced, options, output) : answerText(priced, options, output))
  return failure === null ? exitCodes.done : exitCodes.error
}

function refuseContradiction({ table, group, quantity }: GlobalOptions): void {
  if (table !== true || (group === undefined && quantity === undefined)) return
  throw new OperationalError(
    'wrong-usage',
    'A table shows every group and quantity, so that --table goes without --group and --quantity.',
    {
      fix: 'Leave out --table, or the other two.',
    },
  )
}

function queryOf(options: GlobalOptions, { config }: OpenCatalogue, { now }: Surroundings): PriceQuery {
  const { group = [], quantity = 1, currency, at, option = {}, customerDiscount } = options
  return {
    groups: group.filter((code) => code !== '' && code !== 'default'),
    quantity,
    currency: currency ?? config.currencies.default,
    currencies: config.currencies,
    at: at ?? shopTime(now(), config.timezone),
    options: option,
    customerDiscount: customerDiscount ?? null,
  }
}

interface Reading {
  readonly catalogue: OpenCatalogue
  readonly desired: RecordTree | null
  readonly surroundings: Surroundings
}

/** The live product; what can go wrong on the way to a store is said and does not keep the other side from being shown. */
async function readLive(
  { sku = '', option, offline }: GlobalOptions,
  { catalogue, desired, surroundings }: Reading,
): Promise<{ live: RecordTree | null | undefined; failure: string | null }> {
  if (offline === true) return { live: undefined, failure: null }
  try {
    const connection = await connectStore(catalogue, surroundings)
    try {
      const product = desired?.fields['sku'] ?? sku
      return { live: await readPricedRoot(connection.store, { sku, product, withChoices: option !== undefined }), failure: null }
    } finally {
      await connection.close()
    }
  } catch (error) {
    if (!(error instanceof OperationalError)) throw error
    return { live: undefined, failure: error.message }
  }
}

/** What may make the answer another one than was meant, on stderr. */
function complain(
  output: ProgramOutput,
  catalogue: OpenCatalogue,
  { query, failure }: { query: PriceQuery; failure: string | null },
): void {
  const errors = catalogue.problems.filter(({ severity }) => severity === 'error').length
  if (errors > 0) {
    const count = errors === 1 ? '1 error' : `${errors} errors`
    output.complain(`The catalogue has ${count}; prices in git are those of what was understood. \`planogram validate\` lists them.\n`)
  }
  if (failure !== null)
    output.complain(`Store ${catalogue.config.storeName} was not read: ${failure} Only git is shown; --offline leaves the store out.\n`)
  const known = catalogue.desired.roots.UserGroups?.map(({ fields }) => fields['code'] ?? '')
  const strange = known && query.groups.find((group) => !known.includes(group))
  if (known === undefined || strange === undefined) return
  const near = nearestWord(strange, known)
  output.complain(`The catalogue has no group "${strange}"${near === undefined ? '.' : `; did you mean "${near}"?`}\n`)
}

function answerText({ title, sides, query, store }: Priced, { sku = '', format }: GlobalOptions, { theme, width }: ProgramOutput): string {
  const view = {
    sku: boughtSku(sides, sku),
    title,
    query: queryText(query),
    sides: sides.map(({ id, sku: bought, options, reason }) => ({
      id,
      name: id === 'desired' ? 'in git' : `in store ${store}`,
      answer: bought === null ? null : effectivePrice(bought, { ...query, options }),
      reason,
    })),
  }
  return format === 'json' ? priceJson(view, query) : priceText(view, theme, width)
}

function tableText(
  { title, sides, query, store }: Priced,
  { sku = '', format, currency }: GlobalOptions,
  { theme, width }: ProgramOutput,
): string {
  const [desired, live] = [sides.find(({ id }) => id === 'desired'), sides.find(({ id }) => id === 'live')]
  const head = { sku: boughtSku(sides, sku), title }
  const asked = { ...query, currency: currency ?? null, options: (desired?.sku ? desired : live)?.options ?? {} }
  if (format !== 'json') {
    const view = { ...head, query: asked, desired: desired?.sku ?? null, live: live === undefined ? undefined : live.sku, store }
    return priceTable(view, theme, width)
  }
  const skus = sides.flatMap((side) => side.sku ?? [])
  const rows = (side: PricedSide | undefined): ReturnType<typeof priceRows> | null =>
    side === undefined || side.sku === null ? null : priceRows(side.sku, asked, currenciesOf(skus, asked))
  return priceTableJson(head, asked, { desired: rows(desired), live: rows(live) })
}

/** The variant that the options chose, or else what was typed. */
function boughtSku(sides: readonly PricedSide[], typed: string): string {
  return sides.find(({ sku }) => sku !== null)?.sku?.sku ?? typed
}
