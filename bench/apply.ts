import { setImmediate as turn } from 'node:timers/promises'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../src/apply/clock.ts'
import { applyPlan } from '../src/apply/apply-plan.ts'
import type { Plan } from '../src/plan/plan.ts'
import { openState } from '../src/state/open-state.ts'
import { largeChanges, largePlanPicture, largeStore, planOfChanges } from '../test/support/large-plan.ts'
import { memoryStore } from '../test/support/memory-store.ts'

/*
 * Measures planning and running of 5,000 and of 50,000 changes and uploads, without a network: the store is in memory, the
 * state on disk. Prints seconds of processor time and the ratio, which must stay below 11. Arguments: other sizes.
 */
const given = process.argv.slice(2).map(Number)
const sizes = given.length > 0 ? given : [5_000, 50_000]
const lines: { readonly plan: number; readonly run: number }[] = []
await measureSize(500)
for (const size of sizes) {
  const line = await measureSize(size)
  lines.push(line)
  process.stdout.write(`${size} changes and uploads: plan ${line.plan.toFixed(2)} s, run ${line.run.toFixed(2)} s\n`)
}
const [first, last] = [lines[0], lines.at(-1)]
if (first && last && lines.length > 1)
  process.stdout.write(`ratio: plan ${(last.plan / first.plan).toFixed(1)}, run ${(last.run / first.run).toFixed(1)}\n`)

async function measureSize(size: number): Promise<{ plan: number; run: number }> {
  const changes = largeChanges(size)
  const [plan, planSeconds] = await timed(async () => planOfChanges(changes))
  const [, runSeconds] = await timed(() => run(plan, size))
  return { plan: planSeconds, run: runSeconds }
}

async function run(plan: Plan, size: number): Promise<void> {
  const store = memoryStore(largeStore(size))
  const folder = mkdtempSync(join(tmpdir(), 'planogram-bench-'))
  const state = await openState(join(folder, 'state.db'))
  try {
    const { outcome, steps } = await applyPlan({
      plan,
      store,
      state,
      readPicture: () => Promise.resolve(largePlanPicture),
      clock: systemClock,
      runId: 'bench',
      stop: new AbortController().signal,
      onEvent: () => undefined,
      limits: { concurrency: 16, settleMs: 60_000 },
    })
    if (outcome !== 'done') throw new Error(`The run ended ${outcome}: ${steps.find(({ message }) => message !== null)?.message ?? ''}`)
  } finally {
    await state.close()
    rmSync(folder, { recursive: true })
  }
}

async function timed<T>(work: () => Promise<T>): Promise<[result: T, seconds: number]> {
  await turn()
  const before = process.cpuUsage()
  const result = await work()
  const { user, system } = process.cpuUsage(before)
  return [result, (user + system) / 1e6]
}
