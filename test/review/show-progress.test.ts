import { expect, onTestFinished, test } from 'vitest'
import { plainTheme } from '../../src/report/theme.ts'
import { startProgress, type ProgressDisplay } from '../../src/review/show-progress.tsx'
import { endedRun, ends, fails, lost, post, runStarted, starts, upload } from '../support/sample-run.ts'
import { type FakeTerminal, startTerminal } from '../support/terminal.ts'

interface Started {
  readonly terminal: FakeTerminal
  readonly display: ProgressDisplay
  readonly clock: { ms: number }
  readonly interrupts: number[]
}

function start(columns: number, rows: number): Started {
  const terminal = startTerminal(columns, rows)
  const clock = { ms: 0 }
  const interrupts: number[] = []
  const display = startProgress({
    stdin: terminal.stdin,
    stdout: terminal.stdout,
    store: 'production',
    planHash: '7f3c91aa'.repeat(8),
    onInterrupt: () => void interrupts.push(clock.ms),
    theme: plainTheme,
    nowMs: () => clock.ms,
  })
  onTestFinished(async () => {
    await display.finish()
    terminal.close()
  })
  return { terminal, display, clock, interrupts }
}

const [a, b, c, products, live] = [
  upload('s1', 'a.jpg'),
  upload('s2', 'b.jpg'),
  upload('s3', 'c.jpg'),
  post('s4', 60),
  post('s5', 60, 'go live'),
]

test('during an apply: bars, rate, time left, requests in flight, and the failure above', async () => {
  const { terminal, display, clock } = start(80, 16)

  display.onEvent(runStarted)
  for (const step of [a, b, c]) display.onEvent(starts(step))
  clock.ms = 4000
  display.onEvent(ends(a))
  display.onEvent(fails(b, 'HTTP 507: the disk is full', 'failed', 'file.images/items/b.jpg'))
  display.onEvent(ends(b, 'failed', 'HTTP 507: the disk is full'))
  display.onEvent(starts(products))

  expect(await terminal.until('create 60 products')).toMatchInlineSnapshot(`
    "failed: file.images/items/b.jpg: HTTP 507: the disk is full
    Applying plan 7f3c91aa to production
    ✘ files           ████████████████                 1/3  0.3/s  1 failed
    ▸ products                                        0/60
      go live                                         0/60
    2 of 5 steps · 40 % · 4.0 s so far · about 12 s left
    in flight: PUT images/items/c.jpg · create 60 products
    Press Ctrl-C to stop after the requests in flight.







    "
  `)
  expect(terminal.isAlternate()).toBe(false)
})

test('the end remains on the screen and in the scrollback, and the terminal is restored', async () => {
  const { terminal, display, clock } = start(160, 16)

  display.onEvent(runStarted)
  for (const step of [a, b, c, products, live]) display.onEvent(starts(step))
  clock.ms = 4000
  for (const step of [a, b, c]) display.onEvent(ends(step))
  display.onEvent(fails(products, 'shop.example did not answer.', 'unknown'))
  display.onEvent(ends(products, 'unknown'))
  display.onEvent(ends(live, 'blocked'))
  display.onEvent({ type: 'run-ended', run: endedRun('partial', []) })
  await display.finish()

  expect(await terminal.until('1 skipped')).toMatchInlineSnapshot(`
    "unknown: product.TEE: shop.example did not answer.
    Applying plan 7f3c91aa to production
    ✔ files           ████████████████████████████████████████         3/3  4.0 s
    ✘ products        ████████████████████████████████████████        0/60  4.0 s  1 failed
    ✘ go live         ████████████████████████████████████████        0/60  4.0 s  1 skipped
    5 of 5 steps · 100 % · 4.0 s









    "
  `)
  expect([terminal.isRaw(), terminal.isCursorHidden(), terminal.isAlternate()]).toEqual([false, false, false])
})

test('what is recorded after the run is counted below the totals', async () => {
  const { terminal, display } = start(80, 16)

  display.onEvent(runStarted)
  display.onEvent({ type: 'run-ended', run: endedRun('done', []) })
  display.onEvent({ type: 'recording', records: 12_000 })

  expect(await terminal.until('Recording')).toContain('\nRecording as last applied: 12,000 records\n')
})

test('every Ctrl-C is reported; the foot shows that the apply stops', async () => {
  const { terminal, display, interrupts } = start(80, 16)
  display.onEvent(runStarted)
  display.onEvent(starts(a))
  await terminal.until('Press Ctrl-C to stop after the requests in flight.')

  terminal.press('x\u0003')
  display.onEvent({ type: 'stopping' })
  const stopping = await terminal.until('Stopping')
  terminal.press('\u0003')
  await display.finish()

  expect(terminal.wasRawBeforeFirstFrame()).toBe(true)
  expect(stopping).toContain('Stopping: waiting for 1 request in flight.')
  expect(interrupts).toEqual([0, 0])
})

test('the line of requests in flight says why there are few', async () => {
  const { terminal, display } = start(80, 16)
  display.onEvent(runStarted)
  display.onEvent(starts(a))

  display.onEvent({ type: 'slower', reason: 'busy', limit: 2 })
  const screen = await terminal.until('the store is busy')
  await display.finish()

  expect(screen).toContain('the store is busy (at most 2 at a time) \u00B7 in flight: ')
})

test('requests that are sent again are counted, and named first until their step ends', async () => {
  const { terminal, display } = start(80, 16)
  display.onEvent(runStarted)
  for (const step of [a, b, products]) display.onEvent(starts(step))

  display.onEvent({ type: 'waiting', step: products, reason: 'busy', seconds: 1, until: '2026-11-23T12:00:01.000Z' })
  display.onEvent({ type: 'retrying', step: products, reason: 'busy' })
  display.onEvent({ type: 'retrying', step: products, reason: 'lost' })
  const again = await terminal.until('2 requests sent again')
  display.onEvent(ends(products))
  const ended = await terminal.until((screen) => !screen.includes('(sent again)'))

  expect(again).toContain('in flight: create 60 products (sent again) \u00B7 PUT images/items/a.jpg (and 1 more)')
  expect(ended).toContain('2 requests sent again')
})

test('a request that did not succeed is reported at once, and a wait counts down to its end', async () => {
  const { terminal, display, clock } = start(80, 16)
  display.onEvent(runStarted)
  for (const step of [a, b, c]) display.onEvent(starts(step))
  clock.ms = 4000
  for (const step of [a, b, c]) display.onEvent(ends(step))
  display.onEvent(starts(products))

  display.onEvent(lost(products))
  display.onEvent({ type: 'waiting', step: products, reason: 'settle', seconds: 60, until: '2026-11-23T12:03:20.000Z' })
  const first = await terminal.until('waiting 1 min 0 s')
  clock.ms = 21_000
  const later = await terminal.until('waiting 43 s')
  clock.ms = 64_000
  display.onEvent({ type: 'retrying', step: products, reason: 'lost' })
  const again = await terminal.until('(sent again)')

  expect(first).toMatchInlineSnapshot(`
    "request failed: 60 records: product.A (shop.yaml:3:3), product.B
      (shop.yaml:4:3), product.C (shop.yaml:5:3) and 57 more: shop.example answered
      POST Product with a server error (100). Next: a wait until it can no longer
      take effect; what the store does not have by then is sent again.
    Applying plan 7f3c91aa to production
    ✔ files           ████████████████████████         3/3  4.0 s
    ▸ products                                        0/60
      go live                                         0/60
    3 of 5 steps · 60 % · 4.0 s so far · about 1 min 3 s left
    waiting 1 min 0 s, until 12:03:20 UTC: an earlier request may still take effect
    Press Ctrl-C to stop after the requests in flight.




    "
  `)
  expect(later).toContain('waiting 43 s, until 12:03:20 UTC: an earlier request may still take effect')
  expect(later).toContain('about 46 s left')
  expect(again).not.toContain('waiting')
})

test('the failures of one request are one line, with the first records', async () => {
  const { terminal, display } = start(80, 16)
  display.onEvent(runStarted)
  display.onEvent(starts(products))

  for (const sku of ['A', 'B', 'C', 'D', 'E']) display.onEvent(fails(products, 'the server failed (100).', 'unknown', `product.${sku}`))
  display.onEvent(ends(products, 'unknown'))

  const screen = await terminal.until('failed (100)')
  expect(screen.split('\n').slice(0, 2)).toEqual([
    'unknown: 5 records: product.A, product.B, product.C and 2 more: the server',
    '  failed (100).',
  ])
})

test('a low terminal shows the stages around the current one', async () => {
  const { terminal, display } = start(60, 8)

  display.onEvent({
    ...runStarted,
    stages: (['groups', 'categories', 'files', 'products', 'go live', 'removals'] as const).map((stage) => ({ stage, steps: 1, items: 1 })),
  })
  for (const stage of ['groups', 'categories', 'files'] as const) {
    display.onEvent(starts(post(stage, 1, stage)))
    display.onEvent(ends(post(stage, 1, stage)))
  }
  display.onEvent(starts(post('p', 1)))

  expect(await terminal.until('create 1 products')).toMatchInlineSnapshot(`
    "Applying plan 7f3c91aa to production
    ✔ files           ██████         1/1  0.0 s
    ▸ products                       0/1
      go live                        0/1
    3 of 6 steps · 50 % · 0.0 s so far
    in flight: create 1 products
    Press Ctrl-C to stop after the requests in flight.
    "
  `)
})

test('under 60 columns there are no bars, and failures replace the pace', async () => {
  const { terminal, display, clock } = start(40, 8)
  display.onEvent(runStarted)
  for (const step of [a, b, c]) display.onEvent(starts(step))
  clock.ms = 4000
  display.onEvent(ends(a))
  display.onEvent(fails(b, 'HTTP 507: the disk is full', 'failed', 'file.images/items/b.jpg'))
  display.onEvent(ends(b, 'failed', 'HTTP 507: the disk is full'))

  expect(await terminal.until('1 failed')).toMatchInlineSnapshot(`
    "Applying plan 7f3c91aa to production
    ✘ files                 1/3  1 failed
      products             0/60
      go live              0/60
    2 of 5 steps · 40 % · 4.0 s so far · ab…
    in flight: PUT images/items/c.jpg
    Press Ctrl-C to stop after the requests…
    "
  `)
})

test('a thousand events are drawn at ten frames a second, not one at a time', async () => {
  const { terminal, display } = start(80, 16)
  display.onEvent({ ...runStarted, stages: [{ stage: 'files', steps: 1000, items: 1000 }] })

  for (const step of Array.from({ length: 1000 }, (_, index) => upload(`s${index}`, `${index}.jpg`))) {
    display.onEvent(starts(step))
    display.onEvent(ends(step))
  }
  await terminal.until('1,000/1,000')

  expect(terminal.frames()).toBeLessThan(30)
})
