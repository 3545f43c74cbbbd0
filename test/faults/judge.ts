import { doubledRows, dumpDifferences, withoutOrder } from '../support/dump-differences.ts'
import { type FaultCase, goesBack } from './fault-case.ts'
import { foreignWrites } from './foreign-writes.ts'
import { isLeft, isUnseen, judgeForeign } from './judge-foreign.ts'
import type { Measured } from './measured.ts'
import { lostPrices } from './missing-prices.ts'
import { type Played, playCase } from './play-case.ts'
import { writeText } from './store-write.ts'
import { boundsOf, wrongMoment } from './wrong-moments.ts'

/** Plays a case; `wrong`: what is wrong with it, one sentence each. */
export async function tryCase(
  measured: Measured,
  faultCase: FaultCase,
): Promise<{ readonly played: Played; readonly wrong: readonly string[] }> {
  const played = await playCase(measured.stage, faultCase)
  return { played, wrong: [...played.wrong, ...(await judge(measured, faultCase, played))] }
}

async function judge(measured: Measured, faultCase: FaultCase, played: Played): Promise<readonly string[]> {
  const { undisturbed, start } = measured
  const { foreign } = faultCase
  if (foreign) {
    const keeps = foreignWrites(measured.stage.plan).find(({ what }) => what === foreign.what)?.keeps ?? null
    const isTheirs = (text: string): boolean => isLeft(measured, foreign, text) || (keeps !== null && text.includes(keeps))
    const differences = dumpDifferences(withoutOrder(played.dump), withoutOrder(undisturbed.dump)).filter((text) => !isTheirs(text))
    const lost = isUnseen(measured, foreign, played) ? [] : lostPrices(played)
    return [...judgeForeign(measured, foreign, played), ...differences, ...lost]
  }
  // Records that the run had created, and fields that the catalogue of the start does not manage, are as the run has left them.
  if (goesBack(faultCase)) return [...doubledRows(played.dump, [start, (await measured.andBack()).dump]), ...lostPrices(played)]
  // A plan of a store where some rows have their new number and others the old one can find the order right as it is.
  const isPlannedAgain = faultCase.processes.some(({ how }) => how === 'plan again')
  const [ended, expected] = [played.dump, undisturbed.dump].map((dump) => (isPlannedAgain ? withoutOrder(dump) : dump))
  return [...dumpDifferences(ended ?? [], expected ?? []), ...wrongBase(undisturbed, played), ...wrongMoments(undisturbed, played)]
}

/** Whatever happened, the base is that of an undisturbed run once the store is as the catalogue. */
function wrongBase(undisturbed: Played, played: Played): string[] {
  const [expected, found] = [new Set(undisturbed.base), new Set(played.base)]
  const missing = [...expected].filter((line) => !found.has(line)).map((line) => `the base lacks ${line}`)
  return [...missing, ...[...found].filter((line) => !expected.has(line)).map((line) => `the base has ${line}`)]
}

/** What shoppers saw that is neither of the start nor of the end of an undisturbed run. */
function wrongMoments({ moments }: Played, played: Played): string[] {
  const [before, after] = [moments[0]?.window, moments.at(-1)?.window]
  if (!before || !after) return ['the scenario has no moments']
  const bounds = boundsOf(before, after, played.plans)
  return played.moments.flatMap(({ write, window }, index) =>
    wrongMoment(window, bounds).map((text) => `after write ${index} (${write ? writeText(write).slice(0, 120) : 'none'}): ${text}`),
  )
}
