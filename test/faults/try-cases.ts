import { mkdirSync, writeFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { join, relative } from 'node:path'
import { type FaultCase, kindOf } from './fault-case.ts'
import { tryCase } from './judge.ts'
import type { Measured } from './measured.ts'

/** True where each point is followed by every way to go on, and not by one by seed. */
export const isEverything = process.env['PLANOGRAM_FAULTS'] === 'all'

const failedFolder = join(import.meta.dirname, 'failed')
/** Case files that one scenario writes, at most. */
const mostFiles = 5

/** How many cases were tried. */
export interface Tally {
  readonly byScenario: Map<string, number>
  readonly byKind: Map<string, number>
  /** Cases in which a plan was needed after the faults, by kind. */
  readonly plannedAgain: Map<string, number>
}

/** An empty tally. */
export function tally(): Tally {
  return { byScenario: new Map(), byKind: new Map(), plannedAgain: new Map() }
}

/** Tries cases of one scenario; resolves to a sentence for each that went wrong. Its case is written to a file that can be run again. */
export async function tryCases(measured: Measured, cases: Iterable<FaultCase>, counts: Tally): Promise<readonly string[]> {
  const failures: string[] = []
  for (const faultCase of cases) {
    const { played, wrong } = await tryCase(measured, faultCase)
    const kind = kindOf(faultCase)
    count(counts.byScenario, faultCase.scenario)
    count(counts.byKind, kind)
    if (played.plansNeeded > 0) count(counts.plannedAgain, kind)
    if (wrong.length === 0) continue
    failures.push(
      failures.length < mostFiles
        ? `${kind}: ${wrong.slice(0, 3).join('; ')}. Run it again: PLANOGRAM_FAULT_CASE=${writeCase(faultCase)} npm test -- test/faults/replay.test.ts`
        : `${kind}: ${wrong[0] ?? ''}`,
    )
  }
  return failures
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

function writeCase(faultCase: FaultCase): string {
  const text = `${JSON.stringify(faultCase, null, 2)}\n`
  mkdirSync(failedFolder, { recursive: true })
  const file = join(failedFolder, `${faultCase.scenario}-${createHash('sha256').update(text).digest('hex').slice(0, 8)}.json`)
  writeFileSync(file, text)
  return relative(process.cwd(), file)
}

/** The number of cases of a tally. */
export function total({ byScenario }: Tally): number {
  return [...byScenario.values()].reduce((sum, number) => sum + number, 0)
}

/** A tally as a table. */
export function tallyText({ byScenario, byKind, plannedAgain }: Tally, title: string): string {
  const kinds = sorted(byKind).map(([kind, number]) => {
    const again = plannedAgain.get(kind) ?? 0
    return `  ${String(number).padStart(6)}  ${kind}${again === 0 ? '' : ` (planned again: ${again})`}`
  })
  const scenarios = sorted(byScenario).map(([name, number]) => `  ${String(number).padStart(6)}  ${name}`)
  const sum = [...byScenario.values()].reduce((all, number) => all + number, 0)
  return [`${title}: ${sum} points`, 'By kind', ...kinds, 'By scenario', ...scenarios, ''].join('\n')
}

function sorted(counts: ReadonlyMap<string, number>): readonly (readonly [string, number])[] {
  return [...counts].toSorted(([one], [other]) => one.localeCompare(other, 'en'))
}
