import type { FaultCase } from './fault-case.ts'
import { isKnown } from './known-faults.ts'
import { judgeForeign } from './judge-foreign.ts'
import { type Played, playCase } from './play-case.ts'
import { questionsAbout } from './shop-window.ts'
import { openStage, type Stage } from './stage.ts'
import { writeText } from './store-write.ts'
import { announcedOf, namedPrices, wrongMoment } from './wrong-moments.ts'

/** A scenario with what an undisturbed run of its plan did. */
export interface Measured extends AsyncDisposable {
  readonly stage: Stage
  readonly undisturbed: Played
}

/** Opens a scenario and applies its plan once without faults. */
export async function measure(scenario: string): Promise<Measured> {
  const stage = await openStage(scenario)
  const undisturbed = await playCase(stage, { scenario, concurrency: 1, processes: [{ how: 'apply', lease: 'ended', faults: [] }] })
  return { stage, undisturbed, [Symbol.asyncDispose]: () => stage[Symbol.asyncDispose]() }
}

/** What is wrong with a case that was played, one sentence each. */
export function judge({ undisturbed }: Measured, played: Played): readonly string[] {
  const [before, after] = [undisturbed.moments[0]?.window, undisturbed.moments.at(-1)?.window]
  if (!before || !after) return ['the scenario has no moments']
  const bounds = {
    before,
    after,
    questions: questionsAbout([before, after]),
    named: namedPrices(played.plans),
    announced: announcedOf(played.plans),
  }
  const moments = played.moments.flatMap(({ write, window }, index) =>
    wrongMoment(window, bounds).map((text) => `after write ${index} (${write ? writeText(write).slice(0, 120) : 'none'}): ${text}`),
  )
  return [...played.wrong, ...dumpDifferences(played.dump, undisturbed.dump), ...moments]
}

/** How the rows of a store differ from those that are expected, one sentence each. */
export function dumpDifferences(seen: readonly string[], expected: readonly string[]): string[] {
  if (JSON.stringify(seen) === JSON.stringify(expected)) return []
  const [left, right] = [counted(seen), counted(expected)]
  return [...new Set([...seen, ...expected])].flatMap((row) => {
    const [found = 0, wanted = 0] = [left.get(row), right.get(row)]
    return found === wanted ? [] : [`in the end the store has ${found} times instead of ${wanted}: ${row}`]
  })
}

function counted(rows: readonly string[]): ReadonlyMap<string, number> {
  return new Map([...Map.groupBy(rows, (row) => row)].map(([row, same]) => [row, same.length]))
}

/** Plays and judges one case. */
export async function tryCase(measured: Measured, faultCase: FaultCase): Promise<{ played: Played; wrong: readonly string[] }> {
  const played = await playCase(measured.stage, faultCase)
  const wrong = faultCase.foreign ? judgeForeign(measured, faultCase, played) : judge(measured, played)
  return { played, wrong: wrong.filter((text) => !isKnown(faultCase, text)) }
}
