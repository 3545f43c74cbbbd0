import { expect, test } from 'vitest'
import { startTextProgress } from '../../../src/report/progress-text.ts'
import { plainTheme } from '../../../src/report/theme.ts'
import { endedRun, ends, fails, lost, post, runStarted, starts, upload } from '../../support/sample-run.ts'

test('one line per ended stage, per failure, and after ten seconds without one', () => {
  const lines: string[] = []
  const clock = { ms: 0 }
  const reporter = startTextProgress({ write: (text) => void lines.push(text), nowMs: () => clock.ms, theme: plainTheme })
  const [a, b, c, products, live] = [
    upload('s1', 'a.jpg'),
    upload('s2', 'b.jpg'),
    upload('s3', 'c.jpg'),
    post('s4', 60),
    post('s5', 60, 'go live'),
  ]

  reporter.onEvent(runStarted)
  for (const step of [a, b, c]) reporter.onEvent(starts(step))
  clock.ms = 1500
  reporter.onEvent(ends(a))
  reporter.onEvent(fails(b, 'HTTP 507: disk\u001B full', 'failed', 'file.images/items/b.jpg'))
  reporter.onEvent(ends(b, 'failed', 'HTTP 507: disk\u001B full'))
  reporter.onEvent(ends(c))
  reporter.onEvent(starts(products))
  clock.ms = 11_400
  reporter.tick()
  clock.ms = 11_600
  reporter.tick()
  reporter.tick()
  clock.ms = 12_000
  reporter.onEvent({ type: 'stopping' })
  reporter.onEvent(ends(products))
  reporter.onEvent(ends(live, 'blocked'))
  reporter.onEvent({ type: 'run-ended', run: endedRun('interrupted', []) })
  clock.ms = 99_000
  reporter.tick()

  expect(lines).toMatchInlineSnapshot(`
    [
      "Applying plan 7f3c91aa: 60 to create, 3 to update, 0 to remove, 1 cannot be applied.",
      "failed: file.images/items/b.jpg: HTTP 507: disk␛ full",
      "files                     2/3        1.5 s  1 failed",
      "3 of 5 steps, nothing has happened for 10 s, in flight: create 60 products",
      "Stopping: waiting for 1 request in flight.",
      "products                60/60         11 s",
      "go live                  0/60        0.0 s  1 skipped",
    ]
  `)
})

test('what is recorded after a run is one line every ten seconds', () => {
  const lines: string[] = []
  const clock = { ms: 0 }
  const reporter = startTextProgress({ write: (text) => void lines.push(text), nowMs: () => clock.ms, theme: plainTheme })
  reporter.onEvent({ type: 'run-ended', run: endedRun('done', []) })

  for (const second of [1, 5, 10, 15, 21]) {
    clock.ms = second * 1_000
    reporter.onEvent({ type: 'recording', records: second * 1_000 })
  }

  expect(lines).toEqual(['Recording as last applied: 10,000 records', 'Recording as last applied: 21,000 records'])
})

test.each([
  ['busy', 2, 'Slower: the store is busy, so at most 2 requests are sent at the same time.'],
  ['timeout', 1, 'Slower: the store did not answer in time, so one request is sent at a time.'],
  ['slow', 8, 'Slower: the store answers slowly, so at most 8 requests are sent at the same time.'],
] as const)('fewer requests because of a store that is %s are one line', (reason, limit, text) => {
  const lines: string[] = []
  const reporter = startTextProgress({ write: (line) => void lines.push(line), nowMs: () => 0, theme: plainTheme })

  reporter.onEvent({ type: 'slower', reason, limit })

  expect(lines).toEqual([text])
})

test('the stage of the grids counts prices, and is named after them', () => {
  const lines: string[] = []
  const reporter = startTextProgress({ write: (line) => void lines.push(line), nowMs: () => 0, theme: plainTheme })
  const prices = post('s1', 93, 'grids')

  reporter.onEvent({ ...runStarted, stages: [{ stage: 'grids', steps: 1, items: 93 }] })
  reporter.onEvent(starts(prices))
  reporter.onEvent(ends(prices))

  expect(lines.at(-1)).toBe('prices                  93/93        0.0 s')
})

test('a request that did not succeed is one line with its places, and every ten seconds a line says what is waited for', () => {
  const lines: string[] = []
  const clock = { ms: 0 }
  const reporter = startTextProgress({ write: (text) => void lines.push(text), nowMs: () => clock.ms, theme: plainTheme })
  const products = post('s4', 22)

  reporter.onEvent({ ...runStarted, stages: [{ stage: 'products', steps: 1, items: 22 }] })
  reporter.onEvent(starts(products))
  reporter.onEvent(lost(products))
  reporter.onEvent({ type: 'waiting', step: products, reason: 'settle', seconds: 25, until: '2026-11-23T12:03:20.000Z' })
  for (clock.ms = 1000; clock.ms <= 40_000; clock.ms += 1000) reporter.tick()
  reporter.onEvent({ type: 'stopping' })
  for (const sku of ['A', 'B', 'C', 'D']) reporter.onEvent(fails(products, 'It is unknown.', 'unknown', `product.${sku}`))
  reporter.onEvent(ends(products, 'unknown'))

  expect(lines).toMatchInlineSnapshot(`
    [
      "Applying plan 7f3c91aa: 60 to create, 3 to update, 0 to remove, 1 cannot be applied.",
      "request failed: 22 records: product.A (shop.yaml:3:3), product.B (shop.yaml:4:3), product.C (shop.yaml:5:3) and 19 more: shop.example answered POST Product with a server error (100). Next: a wait until it can no longer take effect; what the store does not have by then is sent again.",
      "Waiting 25 s, until 12:03:20 UTC: an earlier request may still take effect.",
      "0 of 1 step, waiting 15 s, until 12:03:20 UTC: an earlier request may still take effect",
      "0 of 1 step, waiting 5 s, until 12:03:20 UTC: an earlier request may still take effect",
      "0 of 1 step, in flight: create 22 products",
      "0 of 1 step, nothing has happened for 15 s, in flight: create 22 products",
      "Stopping: waiting for 1 request in flight.",
      "unknown: 4 records: product.A, product.B, product.C and 1 more: It is unknown.",
      "products                 0/22         41 s  1 failed",
    ]
  `)
})

test('a wait before a run is reported every ten seconds, too', () => {
  const lines: string[] = []
  const clock = { ms: 0 }
  const reporter = startTextProgress({ write: (text) => void lines.push(text), nowMs: () => clock.ms, theme: plainTheme })

  reporter.onEvent({ type: 'waiting', step: null, reason: 'settle', seconds: 15, until: '2026-11-23T12:03:20.000Z' })
  for (clock.ms = 1000; clock.ms <= 30_000; clock.ms += 1000) reporter.tick()

  expect(lines).toEqual([
    'Waiting 15 s, until 12:03:20 UTC: an earlier request may still take effect.',
    'waiting 5 s, until 12:03:20 UTC: an earlier request may still take effect',
  ])
})
