import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { diffFiles } from '../../../src/diff/diff-files.ts'
import { diffRoot } from '../../../src/diff/diff-root.ts'
import { OperationalError } from '../../../src/errors.ts'
import { makePlan, type PlanInput } from '../../../src/plan/make-plan.ts'
import { parsePlanFile } from '../../../src/plan/plan-file.ts'
import type { GuardResult } from '../../../src/plan/guards/guard-result.ts'
import { planHashOf } from '../../../src/plan/plan-hash.ts'
import { defaultLimits } from '../../../src/plan/plan-limits.ts'
import type { Plan } from '../../../src/plan/plan.ts'
import { documentedCapabilities } from '../../../src/resources/capabilities.ts'
import { desired, diffContext, knownCapabilities, live } from '../../support/desired-records.ts'
import { planFileText } from '../../support/sample-plan.ts'

const sha256 = createHash('sha256').update('picture').digest('hex')
const variant = desired(
  'Variants',
  { code: 'TEE-s', sku: 'TEE' },
  { children: { Inventory: [desired('Inventory', { sku: 'TEE-s', quantity: '5' })] } },
)
const tee = desired(
  'Product',
  { sku: 'TEE', title: 'Tee "\u{1F455}"', meta_title: 'é', inactive: 'false' },
  { children: { Variants: [variant], ProdCat: [] } },
)
const mug = desired(
  'Product',
  { sku: 'MUG', advanced_pricing: 'true', price: '2' },
  { children: { PricingAdvanced: [desired('PricingAdvanced', { sku: 'MUG', start: '0', end: '9999999', price: '2' })] } },
)
const mugNow = live(
  'Product',
  { sku: 'MUG', advanced_pricing: 'true', price: '2' },
  {
    PricingAdvanced: [1, 2].map((uid) => live('PricingAdvanced', { uid: String(uid), sku: 'MUG', start: '0', end: '9999999', price: '1' })),
  },
)
const picture = { path: 'images/items/tee.jpg', from: 'images/tee.jpg', size: 7, sha256, source: tee.source }

function planOf(more: Partial<PlanInput> = {}): Plan {
  const changes = [
    ...diffRoot({ desired: tee, live: undefined, base: undefined }, diffContext()),
    ...diffRoot({ desired: mug, live: mugNow, base: undefined }, diffContext(documentedCapabilities)),
    ...diffFiles([picture], [{ path: picture.path, size: 6, sha256: null }], diffContext()),
  ]
  const madeFrom = {
    catalogue: 'c'.repeat(64),
    store: { name: 'local', baseUrl: 'https://shop.example', filesUrl: null },
    capabilities: knownCapabilities,
    certificate: [{ resource: 'Product' as const, seen: 1, total: 1, orphans: 0 }],
  }
  return makePlan({
    changes,
    madeFrom,
    notices: ['one'],
    guards: [slip],
    limits: defaultLimits,
    engineVersion: '0.1.0',
    madeAt: '2026-11-20T07:00:00Z',
    ...more,
  })
}

const slip: GuardResult = {
  guard: 'decimal_slip',
  limit: 'on',
  found: 1,
  cases: [
    {
      address: 'product.A',
      source: { file: 'shop.yaml', line: 3, column: 5 },
      price: { sku: 'A', of: 'simple', row: null, before: '5', after: '50' },
    },
  ],
}

async function refusal(text: string): Promise<{ message: string; fix: string; context: unknown }> {
  try {
    await parsePlanFile(text)
  } catch (error) {
    if (error instanceof OperationalError && error.code === 'plan-file-broken' && error.fix !== undefined)
      return { message: error.message, fix: error.fix, context: error.context }
    throw error
  }
  throw new Error('it was not refused')
}

/** A plan file with something changed and its hash made to fit, as somebody would who knows how. */
function forged(change: (plan: Plan) => Plan): string {
  const plan = change(planOf())
  return planFileText({ ...plan, planHash: planHashOf(plan) })
}

test('a plan file reads back as the plan that it was made of', async () => {
  const plan = planOf()

  const text = planFileText(plan)

  expect(await parsePlanFile(text)).toEqual(plan)
  expect(Object.keys(JSON.parse(text))).toEqual([
    'format_version',
    'engine_version',
    'made_at',
    'made_from',
    'plan_hash',
    'estimate',
    'base',
    'warnings',
    'untouched',
    'notices',
    'hazards',
    'guards',
    'changes',
    'steps',
    'file_hash',
  ])
  expect(text.split('\n').filter((line) => line.startsWith('    {'))).toHaveLength(
    plan.changes.length + plan.steps.length + plan.hazards.length + plan.guards.length,
  )
  expect(text.endsWith('}\n')).toBe(true)
})

test('the hash covers what guards found, and not the lines where it is written', () => {
  const moved = { ...slip, cases: slip.cases.map((found) => ({ ...found, source: { file: 'shop.yaml', line: 9, column: 5 } })) }

  expect(planOf({ guards: [moved] }).planHash).toBe(planOf({ guards: [slip] }).planHash)
  expect(planOf({ guards: [{ ...slip, found: 2 }] }).planHash).not.toBe(planOf({ guards: [slip] }).planHash)
  expect(planOf({ guards: [] }).planHash).not.toBe(planOf({ guards: [slip] }).planHash)
})

test('the estimate counts writes and uploads', () => {
  const plan = planOf()

  expect(plan.steps.map(({ kind }) => kind)).toEqual([
    'put-file',
    'post',
    'post',
    'verify',
    'delete-prices',
    'post',
    'verify',
    'post',
    'verify',
    'post',
  ])
  expect(plan.estimate).toEqual({ writes: 6, uploads: 1, uploadBytes: 7 })
})

test('the hash is of the meaning: time, version, totals, lines and the port of an embedded store do not change it', () => {
  const plan = planOf()
  const certified = (seen: number): Plan =>
    planOf({ madeFrom: { ...plan.madeFrom, certificate: [{ resource: 'Product', seen, total: seen, orphans: 0 }] } })
  const onLoopback = (port: number): Plan =>
    planOf({ madeFrom: { ...plan.madeFrom, store: { name: 'local', baseUrl: `http://127.0.0.1:${port}`, filesUrl: null } } })

  const later = planOf({ madeAt: '2027-01-01T00:00:00Z', engineVersion: '9' })
  const moved = planOf({ changes: plan.changes.map((change) => ({ ...change, source: { file: 'other.yaml', line: 7, column: 3 } })) })

  expect([later.planHash, moved.planHash, certified(2).planHash]).toEqual([plan.planHash, plan.planHash, plan.planHash])
  expect(onLoopback(8001).planHash).toBe(onLoopback(8002).planHash)
  expect(plan.planHash).toMatch(/^[0-9a-f]{64}$/)
})

test('another catalogue, store, notice or verdict of the certificate is another hash', () => {
  const { madeFrom, planHash } = planOf()
  const { store, certificate } = madeFrom

  const others = [
    planOf({ madeFrom: { ...madeFrom, catalogue: 'd'.repeat(64) } }),
    planOf({ madeFrom: { ...madeFrom, store: { ...store, baseUrl: 'https://other.example' } } }),
    planOf({ madeFrom: { ...madeFrom, certificate: certificate.map((line) => ({ ...line, total: 2, orphans: 1 })) } }),
    planOf({ notices: ['two'] }),
  ]

  expect(new Set([planHash, ...others.map((other) => other.planHash)]).size).toBe(5)
})

test('an unchanged store gives a plan without steps', () => {
  const plan = planOf({ changes: [] })

  expect([plan.steps, plan.hazards, plan.estimate]).toEqual([[], [], { writes: 0, uploads: 0, uploadBytes: 0 }])
})

test('a broken file and a foreign one are refused in one sentence', async () => {
  const text = planFileText(planOf())

  const refusals = [
    await refusal(text.slice(0, 500)),
    await refusal('[]'),
    await refusal('{}'),
    await refusal(text.replace('"insert"', '"freely"')),
    await refusal(text.replace('"notices"', '"remarks"')),
  ]

  expect(refusals.map(({ message, context }) => ({ message, context }))).toEqual([
    { message: 'The plan file is truncated, or not a plan file.', context: {} },
    { message: 'The plan file is truncated, or not a plan file.', context: {} },
    { message: 'The file is not a plan: it has no format_version.', context: {} },
    { message: 'The plan file is not as this program writes it, at steps.5.idempotency: the value is wrong.', context: {} },
    { message: 'The plan file is not as this program writes it, at notices: the value is missing.', context: {} },
  ])
})

test('a file of another format names the format, the version that wrote it, and what to do', async () => {
  const text = planFileText(planOf())
  const written = (format: string): string =>
    text
      .replace('"format_version": "8"', `"format_version": "${format}"`)
      .replace(/"engine_version": "[^"]*"/, '"engine_version": "0.1.0"')
      .replaceAll('"address"', '"place"')

  const refusals = [await refusal(written('4')), await refusal(written('10')), await refusal('{ "format_version": "x" }')]

  expect(refusals).toEqual([
    {
      message: 'The plan file was written in plan format 4 by planogram 0.1.0; this version reads format 8.',
      fix: 'Create the plan again: planogram plan --out <file>.',
      context: { expected: '8', received: '4' },
    },
    {
      message: 'The plan file was written in plan format 10 by planogram 0.1.0; this version reads format 8.',
      fix: 'Apply it with the version that wrote it, or a newer one.',
      context: { expected: '8', received: '10' },
    },
    {
      message: 'The plan file was written in plan format x; this version reads format 8.',
      fix: 'Create the plan again: planogram plan --out <file>.',
      context: { expected: '8', received: 'x' },
    },
  ])
})

test('a plan that was edited is refused', async () => {
  const { message, context } = await refusal(planFileText(planOf()).replace('"quantity":"5"', '"quantity":"6"'))

  expect(message).toBe('The plan file was changed after it was created: its plan_hash does not match its content.')
  expect(context).toEqual({ expected: planOf().planHash, received: expect.stringMatching(/^[0-9a-f]{64}$/) })
})

test('what the hash of the meaning does not cover, that of the file does: time, totals, estimate, layout', async () => {
  const text = planFileText(planOf())
  const { file_hash: hash }: { file_hash: string } = JSON.parse(text)
  const [end] = /,\n {2}"file_hash": .+$/s.exec(text) ?? ['']

  const refusals = [
    await refusal(text.replace('2026-11-20T07:00:00Z', '2026-11-20T08:00:00Z')),
    await refusal(text.replace('"seen":1', '"seen":2')),
    await refusal(text.replace('"writes":6', '"writes":5')),
    await refusal(text.replaceAll('\n', '\r\n')),
    await refusal(`${text}\n`),
    await refusal(JSON.stringify(JSON.parse(text), null, 2)),
    await refusal(
      text.replace(
        hash,
        hash.replace(/^./, (digit) => (digit === '0' ? '1' : '0')),
      ),
    ),
  ]

  const message = 'The plan file was changed after it was created: its file_hash does not match its content.'
  expect(refusals.map((refused) => refused.message)).toEqual(refusals.map(() => message))
  expect(createHash('sha256').update(text.slice(0, -end.length)).digest('hex')).toBe(hash)
})

test('even with a hash that fits, nothing comes through that a plan cannot say', async () => {
  const withStep = (index: number, change: object): string =>
    forged((plan) => ({
      ...plan,
      steps: plan.steps.map((step, at) => (at === index ? Object.assign(structuredClone(step), change) : step)),
    }))

  const files = [
    withStep(0, { from: '../../etc/passwd' }),
    withStep(0, { path: '/images/x.jpg' }),
    withStep(1, { spec: 'Product/../Order' }),
    withStep(1, { needs: ['s009'] }),
    withStep(2, { id: 's002' }),
    withStep(1, { send_email: 'true' }),
    withStep(4, { skus: [] }),
    forged((plan) => ({
      ...plan,
      changes: plan.changes.map((change) => Object.assign(structuredClone(change), { resource: 'Passwords' })),
    })),
  ]
  const refusals = await Promise.all(files.map(refusal))

  expect(refusals.map(({ message }) => message.replace(/:.*/, ''))).toEqual([
    'The plan file is not as this program writes it, at steps.0.from',
    'The plan file is not as this program writes it, at steps.0.path',
    'The plan file is not as this program writes it, at steps.1.spec',
    'Step s002 of the plan file needs s009, which is not before it.',
    'The plan file has step s002 twice.',
    'The plan file is not as this program writes it, at steps.1',
    'The plan file is not as this program writes it, at steps.4.skus',
    'The plan file is not as this program writes it, at changes.0.resource',
  ])
})
