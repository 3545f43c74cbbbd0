import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parsePlanFile } from '../../src/plan/plan-file.ts'
import { planHashOf } from '../../src/plan/plan-hash.ts'
import type { Plan } from '../../src/plan/plan.ts'
import { stored } from '../support/any-store.ts'
import { isHarmful } from '../support/is-harmful.ts'
import { openShop, type Shop } from '../support/open-shop.ts'
import { planFileText } from '../support/sample-plan.ts'
import { isWhole } from '../support/whole.ts'

const numRuns = isWhole ? 1_000 : 60
let shop: Shop
let whole = ''

beforeAll(async () => {
  shop = await openShop([stored('Product', { sku: 'TEE', title: 'Tee', price: '5' })], {
    'shop.yaml':
      'groups: { dealer: { title: Dealers } }\nproducts:\n  TEE: { title: New tee, price: 6 }\n  MUG: { title: Mug, price: 8.50 }\n',
  })
  await shop.run('plan', '--out', 'plan.json')
  whole = readFileSync(join(shop.root, 'plan.json'), 'utf8')
})
afterAll(() => shop[Symbol.asyncDispose]())

/** The plan that a text holds, with the hash that it ought to have; `null` where it holds none. */
async function planIn(text: string): Promise<Plan | null> {
  try {
    return await parsePlanFile(text)
  } catch {
    return null
  }
}

/** Applies this plan file, as a pipeline does, and tells what came of it. `approved`: the hash that a reviewer has approved. */
async function applied(text: string, approved?: string): Promise<unknown> {
  writeFileSync(join(shop.root, 'other.json'), text)
  shop.emulator.clearRequests()
  const { exitCode, stdout, stderr } = await shop.run(
    'apply',
    'other.json',
    '--auto-approve',
    ...(approved === undefined ? [] : ['--plan-hash', approved]),
  )
  const written = shop.emulator.requests().filter(({ method }) => !['GET', 'HEAD', 'PROPFIND'].includes(method)).length
  const [, code] = /^error\[([a-z-]+)\]: .+\n(?: {2}.+\n)*? {2}help: .+\n/m.exec(stderr) ?? []
  return { exitCode, code, stdout, written, isHarmful: isHarmful(stderr) }
}

const broken = { exitCode: 1, code: 'plan-file-broken', stdout: '', written: 0, isHarmful: false }
const stale = { exitCode: 4, code: 'plan-stale', stdout: '', written: 0, isHarmful: false }

test('a plan file whose bytes were damaged is refused in words, and nothing is sent', async () => {
  const word = fc.constantFrom('"', '{', '}', '[', ',', 'null', '1e999', '\\u0000', '"__proto__":', '\u001B[2J', '-1', 'true', '9', 'x', '')
  const damage = fc.record({ at: fc.nat(whole.length), length: fc.nat(40), by: word })

  await fc.assert(
    fc.asyncProperty(fc.array(damage, { minLength: 1, maxLength: 3 }), async (damages) => {
      const text = damages.reduce((left, { at, length, by }) => left.slice(0, at) + by + left.slice(at + length), whole)
      fc.pre((await planIn(text)) === null)
      expect(await applied(text)).toEqual(broken)
    }),
    { numRuns },
  )
}, 120_000)

test('a plan whose words were exchanged and which was signed again is not the one that was approved, and nothing is written', async () => {
  const { planHash: approved } = await parsePlanFile(whole)
  const odd = fc.constantFrom('MUG', 'TEE', '0.01', '', '\u001B[31m', '\u202Ex', 'x'.repeat(500), '../..', 'Product')

  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.nat(100_000), odd), { minLength: 1, maxLength: 3 }), async (damages) => {
      const { madeAt, engineVersion, notices, ...meant } = await parsePlanFile(whole)
      const texts: string[] = []
      JSON.stringify(meant, (_, value: unknown) => (typeof value === 'string' ? texts.push(value) && value : value))
      const chosen = new Map(damages.map(([index, by]) => [texts[index % texts.length], by]))
      const changed: Omit<Plan, 'madeAt' | 'engineVersion' | 'notices'> = JSON.parse(
        JSON.stringify(meant, (_, value: unknown) => (typeof value === 'string' ? (chosen.get(value) ?? value) : value)),
      )
      const other = { ...changed, madeAt, engineVersion, notices }
      const text = planFileText({ ...other, planHash: planHashOf(other) })
      fc.pre(planHashOf(other) !== approved)
      expect(await applied(text, approved)).toEqual((await planIn(text)) === null ? broken : stale)
    }),
    { numRuns },
  )
}, 120_000)

test('the plan file that was damaged is one that applies', async () => {
  expect(await applied(whole)).toMatchObject({ exitCode: 0, code: undefined, isHarmful: false })
})
