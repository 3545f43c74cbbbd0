import { testsWithin } from '../workspace/limit-plan.ts'
import { testLivePrices } from '../workspace/live-prices.ts'
import { planUndo } from '../workspace/plan-undo.ts'
import type { Plan } from '../plan/plan.ts'
import { priceTestsText } from '../report/price-tests-text.ts'
import type { AfterRun } from './carry-out.ts'
import { keptChanges, makePlan, type Planning } from './make-plan.ts'

/** What a plan is about: what is held of it after its run. */
type Planned = Pick<Plan, 'madeFrom'> & { readonly selection?: Plan['selection'] | undefined }

/** What the plan found equal, default: everything is compared; and what ends the next one. */
type Again = Pick<Planning, 'equal' | 'stop'>

/** What a plan leaves to do now: for the saved plan of an undo, of its run; else of the catalogue, limited as it was. */
export function planAgain({ madeFrom: { undoes }, selection }: Planned, session: Planning, { equal, stop }: Again = {}): Promise<Plan> {
  const { catalogue, connection, surroundings } = session
  return undoes === undefined
    ? makePlan({ ...session, packsAfter: keptChanges, equal, stop, selection: selection && { ...selection, isRepeated: true } })
    : planUndo({ run: undoes, ...connection, config: catalogue.config, now: surroundings.now })
}

/** A store that was put back is not what the price tests of the catalogue are about. */
export function afterRun({ madeFrom, selection }: Planned, session: Planning): AfterRun {
  const isUndo = madeFrom.undoes !== undefined
  return {
    planAgain: ({ outcome }, stop) => {
      // Where something is left to apply, all is compared: equal records would be read twice.
      const equal = outcome === 'done' && !selection ? session.equal : undefined
      return planAgain({ madeFrom, selection }, session, { equal, stop })
    },
    testPrices: isUndo ? () => Promise.resolve(true) : () => testPrices(selection, session),
  }
}

/** Prints whether the price tests of what was planned hold in the store as it is now; true where all of them do. */
async function testPrices(selection: Plan['selection'], { catalogue, connection, output }: Planning): Promise<boolean> {
  const { desired, config } = catalogue
  const expectations = testsWithin(catalogue.expectations, selection, desired)
  const tested = { expectations, products: desired.roots.Product ?? [], currencies: config.currencies }
  const outcomes = await testLivePrices(connection.store, tested)
  await output.result(priceTestsText(outcomes, output.theme, output.width))
  return outcomes.every(({ kind }) => kind === 'holds')
}
