import { amountText } from '../../pricing/price-words.ts'
import type { GuardName } from '../../records/guard-limits.ts'
import { percentMoved } from '../../records/decimal.ts'
import type { SourcePlace } from '../../source/source.ts'
import type { GuardCase, GuardResult, StoppedPrice } from './guard-result.ts'

/** What a guard found, in one sentence without a full stop: the count, the limit and the worst case. Texts are as in the catalogue. */
export function guardSentence(result: GuardResult): string {
  const [worst] = result.cases
  const example = worst === undefined ? '' : result.found === 1 ? ` (${caseText(result, worst)})` : `, such as ${caseText(result, worst)}`
  return `${foundText(result)}${example}`
}

function changedText(found: number, cases: readonly GuardCase[]): string {
  return hasFiles(cases) ? counted(found, 'file was', 'records and files were') : counted(found, 'record was', 'records were')
}

function hasFiles(cases: readonly GuardCase[]): boolean {
  return cases.some(({ address }) => address.startsWith('file.'))
}

function removedText(found: number, cases: readonly GuardCase[]): string {
  return hasFiles(cases) ? counted(found, 'file is', 'records and files are') : counted(found, 'record is', 'records are')
}

/** What a guard found, with its limit. */
export function foundText(result: GuardResult): string {
  return foundTexts[result.guard](result)
}

const foundTexts: Readonly<Record<GuardName, (result: GuardResult) => string>> = {
  drift: ({ found, cases }) => `${changedText(found, cases)} changed in the store, or never applied (manage.drift: fail)`,
  max_removals: ({ found, of, limit, cases }) =>
    of === undefined
      ? `${removedText(found, cases)} removed (limit ${limit})`
      : `${formatted(found)} of ${formatted(of)} records are removed or lose a record (limit ${limit})`,
  max_changes: ({ found, of, limit }) =>
    of === undefined
      ? `${counted(found, 'record changes', 'records change')} (limit ${limit})`
      : `${formatted(found)} of ${formatted(of)} records change (limit ${limit})`,
  price_change: ({ found, limit }) => `${counted(found, 'price changes', 'prices change')} by more than ${limit}`,
  price_floor: ({ found, limit }) => `${counted(found, 'price is', 'prices are')} below ${limit}`,
  decimal_slip: ({ found }) => `${counted(found, 'decimal point looks', 'decimal points look')} misplaced`,
  tier_inversion: ({ found }) => `${counted(found, 'price becomes', 'prices become')} higher than that of a smaller quantity`,
  empty_category: ({ found }) => `${counted(found, 'category loses its', 'categories lose their')} last product that customers see`,
  open_access: ({ found }) => `${counted(found, 'product loses its', 'products lose their')} last access group, so that everybody can buy`,
  same_slug: ({ found }) =>
    `${counted(found, 'record gets the slug of another one that stays', 'records get the slugs of others that stay')} visible`,
  hide: (result) => shareOf(result, 'record', 'hidden'),
  unhide: (result) => shareOf(result, 'hidden record', 'shown'),
  grid_rows: ({ found, limit }) =>
    `the plan adds ${counted(found, 'price entry', 'price entries')}, which takes the store over the limit of ${limit}`,
  max_plan_age: ({ found, limit }) => `the plan is ${found}${limit.slice(-1)} old (limit ${limit})`,
}

/** `11 records are hidden (limit 10)`, `4 of 20 records are hidden (limit 10%)`. */
function shareOf({ found, of, limit }: GuardResult, noun: string, done: string): string {
  const whole = of === undefined ? counted(found, noun, `${noun}s`) : `${formatted(found)} of ${formatted(of)} records`
  return `${whole} ${found === 1 ? 'is' : 'are'} ${done} (limit ${limit})`
}

/** One case: its price or its address, the number of records, and its place in the catalogue. */
export function caseText({ guard }: Pick<GuardResult, 'guard'>, { address, source, price, count, owner }: GuardCase): string {
  const place = placeText(source)
  if (owner) {
    const { address: other, slug } = owner
    return `${address}${place} gets "${slug}" of ${other}${placeText(owner.source)}: give ${other} another slug, or hide or remove it`
  }
  const records = count === undefined ? '' : ` (${countText(guard, count)})`
  return `${price === undefined ? `${address}${records}` : priceText(price)}${place}`
}

function placeText(source: SourcePlace | null): string {
  return source === null ? '' : ` at ${source.file}:${source.line}`
}

function countText(guard: GuardResult['guard'], count: number): string {
  if (guard === 'grid_rows') return counted(count, 'entry', 'entries')
  return guard === 'empty_category' ? counted(count, 'product', 'products') : counted(count, 'record', 'records')
}

function priceText({ sku, of, row, before, after, smaller }: StoppedPrice): string {
  const percent = before === null ? undefined : percentMoved(before, after)
  const change = percent === undefined ? '' : ` (${percent.startsWith('-') || percent === '0' ? '' : '+'}${percent}%)`
  const now = amountText(after, null)
  const moved = before === null || before === after ? now : `${amountText(before, null)} to ${now}${change}`
  const what = { grid: '', simple: '', option: ' with an option', discount: ' after its discount' }[of]
  const than = smaller === undefined ? '' : `, ${amountText(smaller.price, null)} from quantity ${smaller.start}`
  return `${sku}${row === null ? '' : rowText(row)}${what}: ${moved}${than}`
}

function rowText({ group_code, currency_code, start }: NonNullable<StoppedPrice['row']>): string {
  const group = group_code === '' ? '' : ` for group ${group_code}`
  return `${group} from quantity ${start}${currency_code === '' ? '' : ` in ${currency_code}`}`
}

function counted(count: number, one: string, many: string): string {
  return `${formatted(count)} ${count === 1 ? one : many}`
}

function formatted(count: number): string {
  return String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',')
}
