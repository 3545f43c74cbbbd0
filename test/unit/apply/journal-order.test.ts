import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { applyPlan } from '../../../src/apply/apply-plan.ts'
import type { ApplyEvent, Run } from '../../../src/apply/events.ts'
import type { Plan } from '../../../src/plan/plan.ts'
import { derivedRecords } from '../../../src/plan/post-drafts.ts'
import type { Step } from '../../../src/plan/step.ts'
import type { RecordTree } from '../../../src/resources/record-tree.ts'
import { openState } from '../../../src/state/open-state.ts'
import type { State } from '../../../src/state/state.ts'
import type { StoreClient } from '../../../src/store/store-client.ts'
import { record } from '../../support/apply-bench.ts'
import { memoryStore } from '../../support/memory-store.ts'
import { virtualClock } from '../../support/virtual-clock.ts'
import { planOf } from '../../support/sample-plan.ts'

const concurrency = 8

function posts(count: number): Step[] {
  return Array.from({ length: count }, (_, number) => ({
    id: `s${number}`,
    stage: 'products',
    title: `create product ${number}`,
    idempotency: 'keyed',
    needs: number < concurrency ? [] : [`s${number - concurrency}`],
    changes: [],
    kind: 'post',
    spec: 'Product',
    records: [record('Product', { sku: `s${number}` })],
  }))
}

function apply(
  plan: Plan,
  { state, store, onEvent }: { state: State; store: StoreClient; onEvent?: (event: ApplyEvent) => void },
): Promise<Run> {
  return applyPlan({
    plan,
    store,
    state,
    readPicture: () => Promise.reject(new Error('there is no picture')),
    clock: virtualClock(),
    runId: 'run-1',
    stop: new AbortController().signal,
    onEvent: (event) => onEvent?.(event),
    limits: { concurrency, settleMs: 60_000 },
  })
}

test('when a request goes out its intent, those of the requests beside it and all outcomes before it are on disk', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'planogram-journal-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'state.db')
  const [state, onDisk] = [await openState(path), await openState(path)]
  const seen: (readonly [id: string, isIntended: boolean, areNeedsDone: boolean, intended: number])[] = []
  const plan = planOf([], { steps: posts(3 * concurrency) })
  const needsOf = new Map(plan.steps.map(({ id, needs }) => [id, needs]))
  const memory = memoryStore()
  const store: StoreClient = {
    ...memory,
    post: async (spec, records) => {
      const [sent] = records
      const id = sent?.fields['sku'] ?? ''
      const intended = new Set((await onDisk.attemptsOf('run-1')).map(({ step }) => step))
      const outcomes = new Map((await onDisk.operationsOf('run-1')).map((row) => [row.step, row.outcome]))
      const areNeedsDone = (needsOf.get(id) ?? []).every((need) => outcomes.get(need) === 'done')
      seen.push([id, intended.has(id), areNeedsDone, intended.size])
      await memory.post(spec, records)
    },
  }

  const run = await apply(plan, { state, store })

  expect([run.outcome, seen.length]).toEqual(['done', 3 * concurrency])
  expect(seen.filter(([, isIntended, areNeedsDone]) => !isIntended || !areNeedsDone)).toEqual([])
  expect(seen.slice(0, concurrency).map(([, , , intended]) => intended)).toEqual(Array.from({ length: concurrency }, () => concurrency))
  await Promise.all([state.close(), onDisk.close()])
})

test('the records of a request are made when its intent is written, not before', async () => {
  const state = await openState(':memory:')
  const memory = memoryStore()
  const seen: string[] = []
  const [step] = posts(1)
  const maker = (sku: string) => (): RecordTree => {
    seen.push(`made ${sku}`)
    return record('Product', { sku })
  }
  const records = derivedRecords([maker('A'), maker('B')])
  const plan = planOf([], { steps: step?.kind === 'post' ? [{ ...step, records }] : [] })

  const run = await apply(plan, {
    state: {
      ...state,
      intend: async (...attempt) => {
        await state.intend(...attempt)
        seen.push('written')
      },
    },
    store: {
      ...memory,
      post: (spec, body) => {
        seen.push('sent')
        return memory.post(spec, body)
      },
    },
  })

  const at = seen.indexOf('written')
  expect(run.outcome).toBe('done')
  expect(seen.slice(at, at + 4)).toEqual(['written', 'made A', 'made B', 'sent'])
  await state.close()
})

test('when an intent cannot be written, nothing is sent and the fault is thrown', async () => {
  const state = await openState(':memory:')
  const store = memoryStore()
  const closeAtStart = (event: ApplyEvent): void => {
    if (event.type === 'run-started') void state.close()
  }

  const run = apply(planOf([], { steps: posts(20) }), { state, store, onEvent: closeAtStart })

  await expect(run).rejects.toThrow('The state :memory: is closed.')
  expect(store.requests().writes).toBe(0)
})
