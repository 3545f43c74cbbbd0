import { exitCodes, invariant, OperationalError } from '../../errors.ts'
import { effectivePrice } from '../../pricing/effective-price.ts'
import { pricedSku } from '../../pricing/priced-sku.ts'
import type { PriceQuery } from '../../pricing/price-query.ts'
import { queryText } from '../../pricing/price-words.ts'
import { shopTime } from '../../pricing/shop-time.ts'
import { priceJson, priceTableJson } from '../../report/price-json.ts'
import { priceTable } from '../../report/price-table.ts'
import { priceText } from '../../report/price-text.ts'
import { sanitizeLine } from '../../report/sanitize.ts'
import type { GlobalOptions } from '../global-options.ts'
import { codesOf, readPricedRoot } from '../live-prices.ts'
import { complainOfErrors, complainOfFailure, readLiveSide } from '../live-side.ts'
import { priceHints } from '../price-hints.ts'
import { priceTables } from '../price-tables.ts'
import { type FoundRoots, type PricedSide, pricedSides } from '../priced-sides.ts'
import { type ProgramOutput, programOutput } from '../program-output.ts'
import { type OpenCatalogue, readCatalogue } from '../read-catalogue.ts'
import type { Surroundings } from '../surroundings.ts'

/** What is priced: the sides, and what is asked of them. */
interface Priced {
  readonly title: string
  readonly sides: readonly PricedSide[]
  readonly roots: FoundRoots
  /** As it was asked; the options that adjust a price are those of each side. */
  readonly query: PriceQuery
  readonly store: string
  readonly failure: string | null
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
  const catalogue = await readFor(sku, options, surroundings)
  complainOfErrors(output, catalogue)
  const { storeName: store } = catalogue.config
  const products = catalogue.desired.roots.Product ?? []
  const desired = products.find((root) => pricedSku(root, sku) !== null) ?? null
  const sought = { sku, product: desired?.fields['sku'] ?? sku, withChoices: options.option !== undefined }
  const { live, failure } = await readLiveSide(catalogue, { options, surroundings }, (client) => readPricedRoot(client, sought))
  complainOfFailure(output, catalogue, failure)
  const query = queryOf(options, catalogue, surroundings)
  const roots = { desired, live }
  const sides = pricedSides(roots, { sku, options: query.options, known: () => products.flatMap(codesOf), store })
  const groups = catalogue.desired.roots.UserGroups?.map(({ fields }) => fields['code'] ?? '')
  const { table: isTable = false } = options
  for (const hint of priceHints({ query, sides, isTable, root: desired ?? live ?? null, groups })) output.note(`${sanitizeLine(hint)}\n`)
  const priced = { title: titleOf(roots), sides, roots, query, store, failure }
  await output.result(isTable ? tableText(priced, options, output) : answerText(priced, options, output))
  return failure === null ? exitCodes.done : exitCodes.error
}

function titleOf({ desired, live }: FoundRoots): string {
  return [desired, live].map((root) => root?.fields['title'] ?? '').find((text) => text !== '') ?? ''
}

/** Makes the one product that has the sku; all of them only where none has, to say which sku was meant. */
async function readFor(sku: string, options: GlobalOptions, surroundings: Surroundings): Promise<OpenCatalogue> {
  const part = await readCatalogue(options, surroundings, { checkOnly: true, whole: [sku] })
  return part.desired.roots.Product?.length === 0 ? readCatalogue(options, surroundings) : part
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

function answerText(
  { title, sides, query, store, failure }: Priced,
  { sku = '', format }: GlobalOptions,
  { theme, width }: ProgramOutput,
): string {
  const view = {
    sku: boughtSku(sides, sku),
    title,
    query: queryText(query),
    quantity: query.quantity,
    failure,
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
  { title, sides, roots, query, store, failure }: Priced,
  { sku = '', format, currency }: GlobalOptions,
  { theme, width }: ProgramOutput,
): string {
  const [first] = sides.filter((side) => side.sku !== null)
  const asked = { ...query, currency: currency ?? null, options: first?.options ?? {} }
  const view = { sku: boughtSku(sides, sku), title, query: asked, tables: priceTables(roots, sides, asked), store }
  return format === 'json' ? priceTableJson(view, failure) : priceTable(view, theme, width)
}

/** The variant that the options chose, or else what was typed. */
function boughtSku(sides: readonly PricedSide[], typed: string): string {
  return sides.find(({ sku }) => sku !== null)?.sku?.sku ?? typed
}
