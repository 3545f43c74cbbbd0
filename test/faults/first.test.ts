import { expect, test, afterAll } from 'vitest'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { measure, tryCase } from './judge.ts'
import { singleCases } from './cases-of.ts'
import { kindOf } from './fault-case.ts'
import { randomNumbers } from '../../src/emulator/faults/faults.ts'

const names = (process.env['NAMES'] ?? readdirSync(join(import.meta.dirname, '..', 'scenarios'), { withFileTypes: true }).filter((e) => e.isDirectory()).map(({ name }) => name).join()).split(',')
const counts = new Map<string, [number, number, number]>()
const part = Number(process.env['PART'] ?? '0.1')
test.each(names)('%s', async (name) => {
  await using measured = await measure(name)
  const random = randomNumbers(4711)
  const cases = singleCases(name, measured.undisturbed.calls[0]!, { resumes: 'one by seed', isAtomic: measured.stage.plan.madeFrom.capabilities.batches === 'atomic', random })
  let shown = 0
  const t = performance.now()
  let n = 0
  for (const c of cases) {
    if (random() > part) continue
    n += 1
    const { played, wrong } = await tryCase(measured, c)
    const kind = kindOf(c)
    const at = counts.get(kind) ?? [0, 0, 0]
    counts.set(kind, [at[0] + 1, at[1] + (wrong.length > 0 ? 1 : 0), at[2] + played.plansNeeded])
    if (wrong.length > 0 && shown++ < 3) console.log(JSON.stringify(c), wrong.slice(0, 4), played.calls.map((x) => x.length))
  }
  console.log(name, cases.length, n, Math.round((performance.now() - t) / n), 'ms each', shown, 'failed')
  expect(1).toBe(1)
}, 600_000)
afterAll(() => console.log([...counts].map(([k, v]) => `${v.join(' ')} ${k}`).toSorted().join('\n')))
