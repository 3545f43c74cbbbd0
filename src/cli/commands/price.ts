import { exitCodes } from '../../errors.ts'
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
import { codesOf, readGroups, readPricedRoot } from '../../workspace/live-prices.ts'
import { warnOfErrors, warnOfFailure, readLiveSide } from '../live-side.ts'
import { priceHints } from '../price-hints.ts'
import { declaredGroups, refuseUnknownGroup } from '../priced-groups.ts'
import { priceTables } from '../price-tables.ts'
import { type FoundRoots, type PricedSide, pricedSides } from '../priced-sides.ts'
import { type ProgramOutput, programOutput } from '../program-output.ts'
import type { InspectedCatalogue } from '../../workspace/load-catalogue.ts'
import { readCatalogue } from '../read-catalogue.ts'
import type { Surroundings } from '../surroundings.ts'
import type { PriceOptions } from './price-usage.ts'

/** What is priced: the sides, and what is asked of them. */
interface Priced {
  readonly title: string
  readonly sides: readonly PricedSide[]
  readonly roots: FoundRoots
  /** As it was asked; the options that adjust a price are in each side. */
  readonly query: PriceQuery
  readonly store: string
  readonly failure: string | null
}

/**
 * `planogram price <sku>`: what a customer pays in git and in the store, and why. Where the store cannot be read, its side is
 * omitted, the reason printed, and the exit code is 1; a catalogue with errors is priced as far as it can be read.
 */
export async function price(options: PriceOptions, global: GlobalOptions, surroundings: Surroundings): Promise<number> {
  const { sku, table: isTable } = options
  const output = programOutput(global, surroundings)
  const catalogue = await readFor(sku, global, surroundings)
  warnOfErrors(output, catalogue)
  const { roots, groups, failure } = await findRoots(options, catalogue, surroundings)
  warnOfFailure(output, catalogue, failure)
  const { storeName: store } = catalogue.config
  const query = queryOf(options, catalogue, surroundings)
  const known = (): string[] => (catalogue.desired.roots.Product ?? []).flatMap(codesOf)
  const sides = pricedSides(roots, { sku, options: query.options, known, store })
  refuseUnknownGroup(query.groups, { sides, catalogue, live: groups })
  for (const hint of priceHints({ query, sides, isTable, roots })) output.note(`${sanitizeLine(hint)}\n`)
  const priced = { title: titleOf(roots), sides, roots, query, store, failure }
  await output.result(isTable ? tableText(priced, options, output) : answerText(priced, options, output))
  return failure === null ? exitCodes.done : exitCodes.error
}

interface Found {
  readonly roots: FoundRoots
  /** Which groups of the customer the store has, of those that the catalogue does not declare; `undefined` where it was not read. */
  readonly groups: readonly string[] | undefined
  readonly failure: string | null
}

/** The product that has the sku, in the catalogue and in the store. */
async function findRoots(
  { sku, option, group, offline }: PriceOptions,
  catalogue: InspectedCatalogue,
  surroundings: Surroundings,
): Promise<Found> {
  const desired = catalogue.desired.roots.Product?.find((root) => pricedSku(root, sku) !== null) ?? null
  const sought = { sku, product: desired?.fields['sku'] ?? sku, withChoices: Object.keys(option).length > 0 }
  const declared = declaredGroups(catalogue) ?? []
  const { live, failure } = await readLiveSide(catalogue, { offline, surroundings }, async (client) => ({
    root: await readPricedRoot(client, sought),
    groups: await readGroups(
      client,
      group.filter((code) => !declared.includes(code)),
    ),
  }))
  return { roots: { desired, live: live?.root }, groups: live?.groups, failure }
}

function titleOf({ desired, live }: FoundRoots): string {
  return [desired, live].map((root) => root?.fields['title'] ?? '').find((text) => text !== '') ?? ''
}

/** Reads the one product that has the sku; all of them only where none has it, to suggest a sku. */
async function readFor(sku: string, global: GlobalOptions, surroundings: Surroundings): Promise<InspectedCatalogue> {
  const part = await readCatalogue(global, surroundings, { only: [sku] })
  return part.desired.roots.Product?.length === 0 ? readCatalogue(global, surroundings) : part
}

function queryOf(options: PriceOptions, { config }: InspectedCatalogue, { now }: Surroundings): PriceQuery {
  const { group, quantity = 1, currency, at, option, customerDiscount } = options
  return {
    groups: group,
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
  { sku, format }: PriceOptions,
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
  { sku, format, currency }: PriceOptions,
  { theme, width }: ProgramOutput,
): string {
  const [first] = sides.filter((side) => side.sku !== null)
  const asked = { ...query, currency: currency ?? null, options: first?.options ?? {} }
  const view = { sku: boughtSku(sides, sku), title, query: asked, tables: priceTables(roots, sides, asked), store }
  return format === 'json' ? priceTableJson(view, failure) : priceTable(view, theme, width)
}

/** The variant that the options chose, or else the sku that was typed. */
function boughtSku(sides: readonly PricedSide[], typed: string): string {
  return sides.find(({ sku }) => sku !== null)?.sku?.sku ?? typed
}
