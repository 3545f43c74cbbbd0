import { type GridRow, lastQuantity, quantitiesOf } from '../pricing/grid-row.ts'

/** The most rows of one sku that are deleted one request at a time. */
const mostDeletes = 100

/**
 * True where a grid on sale can be changed in place and then lose its other rows one by one: after each request every customer pays an old
 * or a new price, no quantity is without a price that it had, and no two rows apply where one did. `after`: the wanted rows, with the uid of
 * the live row of the same cell.
 */
export function staysPriced(after: readonly GridRow[], live: readonly GridRow[]): boolean {
  const surplus = surplusOf(after, live)
  if (surplus.length > mostDeletes || live.some(({ uid }) => uid === undefined)) return false
  const updated = new Map(after.map((row) => [row.uid, row]))
  const inserted = after.filter(({ uid }) => uid === undefined)
  const questions = questionsAbout([...live, ...after])
  const isSafe = safetyOf(questions, { live, after })
  let rows = [...live, ...inserted]
  if (!isSafe(rows)) return false
  rows = [...live.map((row) => updated.get(row.uid) ?? row), ...inserted]
  return (
    isSafe(rows) &&
    surplus.every((gone) => {
      rows = rows.filter(({ uid }) => uid === undefined || uid !== gone.uid)
      return isSafe(rows)
    })
  )
}

/** The live rows that are no wanted row, in the order in which they are deleted. */
export function surplusOf(after: readonly GridRow[], live: readonly GridRow[]): readonly GridRow[] {
  const kept = new Set(after.map(({ uid }) => uid))
  return live.filter(({ uid }) => !kept.has(uid))
}

/** What a customer can ask of a grid. */
interface Question {
  readonly group: string
  readonly currency: string
  readonly quantity: number
}

/** One question for each group and currency of the rows, and for each range of quantities that no row divides. */
function questionsAbout(rows: readonly GridRow[]): readonly Question[] {
  const groups = new Set(['', ...rows.map(({ group_code }) => group_code)])
  const currencies = new Set(['', ...rows.map(({ currency_code }) => currency_code)])
  const starts = rows.flatMap((row) => {
    const { from, to } = quantitiesOf(row)
    return [Math.max(from, 1), to + 1]
  })
  const quantities = new Set([1, ...starts.filter((quantity) => quantity >= 1 && quantity <= lastQuantity)])
  return [...groups].flatMap((group) =>
    [...currencies].flatMap((currency) => [...quantities].map((quantity) => ({ group, currency, quantity }))),
  )
}

function safetyOf(
  questions: readonly Question[],
  { live, after }: { readonly live: readonly GridRow[]; readonly after: readonly GridRow[] },
): (rows: readonly GridRow[]) => boolean {
  const [before, wanted] = [answering(live), answering(after)]
  const asked = questions.map((question) => ({ question, old: before(question), wanted: wanted(question) }))
  return (rows) => {
    const answer = answering(rows)
    return asked.every((each) => {
      const now = answer(each.question)
      const known = new Set([...each.old, ...each.wanted])
      const isMissing = now.length === 0 && each.old.length > 0 && each.wanted.length > 0
      return !isMissing && now.length <= Math.max(1, each.old.length, each.wanted.length) && now.every((price) => known.has(price))
    })
  }
}

/**
 * The prices of all rows that apply to a question (docs/pricing.md): a group without rows asks for those of the default group; a row that
 * is forced in the currency wins; a price of all currencies is the same answer in each of them, and another one than a forced price.
 */
function answering(rows: readonly GridRow[]): (question: Question) => readonly string[] {
  const byGroup = Map.groupBy(rows, ({ group_code }) => group_code)
  return ({ group, currency, quantity }) => {
    const own = byGroup.get(group) ?? byGroup.get('') ?? []
    const applying = own.filter((row) => {
      const { from, to } = quantitiesOf(row)
      return from <= quantity && quantity <= to
    })
    const forced = currency === '' ? [] : applying.filter(({ currency_code }) => currency_code === currency)
    if (forced.length > 0) return forced.map(({ price }) => `forced ${price}`)
    return applying.flatMap(({ currency_code, price }) => (currency_code === '' ? [price] : []))
  }
}
