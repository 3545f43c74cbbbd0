import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { OperationalError } from '../../../src/errors.ts'
import { planFormatVersion } from '../../../src/plan/make-plan.ts'
import { parsePlanFile, parsePlanToApply } from '../../../src/plan/plan-file.ts'
import { planHashOf } from '../../../src/plan/plan-hash.ts'
import type { Plan } from '../../../src/plan/plan.ts'
import { errorText } from '../../../src/cli/report-error.ts'
import { planText } from '../../../src/report/plan-text.ts'
import { planView } from '../../../src/report/view/plan-view.ts'
import { plainTheme } from '../../../src/report/theme.ts'
import { cpuMs } from '../../support/cpu-ms.ts'
import { live } from '../../support/desired-records.ts'
import { isHarmful } from '../../support/is-harmful.ts'
import { planFileText, samplePlan } from '../../support/sample-plan.ts'
import { isWhole } from '../../support/whole.ts'

const numRuns = isWhole ? 50_000 : 150
const mostMs = 2_000
const steps = samplePlan.steps.map((step) => ({ ...step, records: [live('Product', { sku: 'OAK-TABLE', title: 'Oak' })] }))
const plain: Plan = { ...samplePlan, steps, formatVersion: planFormatVersion }
const signed: Plan = { ...plain, planHash: planHashOf(plain) }
let read = 0
const whole = planFileText(signed)

/** What is wrong with the reading of a plan file: no plan and no error in words, or a text that a terminal would act on. */
async function faultsOf(text: string): Promise<unknown[]> {
  let shown = ''
  const took = await cpuMs(async () => {
    shown = await shownOf(text)
  })
  return [...(isHarmful(shown) ? [shown] : []), ...(shown === '' ? ['nothing'] : []), ...(took < mostMs ? [] : [took])]
}

async function shownOf(text: string): Promise<string> {
  try {
    const plan = await parsePlanFile(text)
    read += 1
    expect(JSON.parse(JSON.stringify(await parsePlanToApply(text)))).toEqual(plan)
    return planText(planView(plan), plainTheme, { width: 100, verbose: true })
  } catch (error) {
    if (!(error instanceof OperationalError) || error.fix === undefined) throw error
    await expect(parsePlanToApply(text)).rejects.toThrow(error.message)
    return errorText(error, plainTheme)
  }
}

test('the plan file that is damaged here is a whole one', async () => {
  expect(await parsePlanFile(whole)).toEqual(signed)
})

test('a plan file whose bytes were damaged is read as it was or refused in words', async () => {
  const word = fc.constantFrom('"', '{', '}', '[', ',', 'null', '1e999', '\\u0000', '\\ud800', '"__proto__":', '\u001B[2J', '-1', 'true')
  const damage = fc.record({ at: fc.nat(whole.length), length: fc.nat(60), by: fc.oneof(word, fc.constant('')) })

  await fc.assert(
    fc.asyncProperty(fc.array(damage, { minLength: 1, maxLength: 4 }), async (damages) => {
      const text = damages.reduce((left, { at, length, by }) => left.slice(0, at) + by + left.slice(at + length), whole)
      expect(await faultsOf(text)).toEqual([])
    }),
    { numRuns },
  )
}, 900_000)

test('a plan of other words, signed again, is shown harmlessly or refused', async () => {
  const odd = fc.constantFrom(
    '\u001B[31m',
    '\u202Ex',
    '\0',
    '',
    'x'.repeat(5_000),
    '9'.repeat(300),
    '-',
    '\n\n',
    '\u2028',
    '../..',
    '\uD800',
  )

  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.nat(100_000), odd), { minLength: 1, maxLength: 5 }), async (damages) => {
      const texts: string[] = []
      const plan: Plan = structuredClone(signed)
      JSON.stringify(plan, (_, value: unknown) => (typeof value === 'string' ? texts.push(value) && value : value))
      const chosen = new Map(damages.map(([index, by]) => [texts[index % texts.length], by]))
      const changed = JSON.stringify(plan, (_, value: unknown) => (typeof value === 'string' ? (chosen.get(value) ?? value) : value))
      const other: Plan = JSON.parse(changed)
      expect(await faultsOf(planFileText({ ...other, planHash: planHashOf(other) }))).toEqual([])
    }),
    { numRuns },
  )

  expect(read).toBeGreaterThan(numRuns / 10)
}, 900_000)
