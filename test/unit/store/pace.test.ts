import { expect, test } from 'vitest'
import { OperationalError } from '../../../src/errors.ts'
import { openPace, type PaceSettings, type RequestPace } from '../../../src/store/pace.ts'
import type { Slower } from '../../../src/store/request-limit.ts'
import { virtualClock, type VirtualClock } from '../../support/virtual-clock.ts'

interface Bench {
  readonly pace: RequestPace
  readonly clock: VirtualClock
  readonly slower: Slower[]
}

function open(settings: Partial<PaceSettings> = {}): Bench {
  const clock = virtualClock()
  const pace = openPace({ first: 4, firstUploads: 16, most: 16, sleep: clock.sleep, nowMs: () => clock.now().getTime(), ...settings })
  const slower: Slower[] = []
  pace.onSlower((one) => slower.push(one))
  return { pace, clock, slower }
}

function fault(context: Readonly<Record<string, string | number>>): OperationalError {
  return new OperationalError('store-fault', 'refused', { fix: '', context })
}

const busy = fault({ status: 429, answer: 'refused' })

/** Sends as many writes at once as the limit allows, each answered after `tookMs`; the first of them with `error`. */
async function round({ pace, clock }: Bench, { tookMs = 10, error }: { tookMs?: number; error?: OperationalError } = {}): Promise<void> {
  const ends = await Promise.all(Array.from({ length: pace.limit('write') }, async () => pace.begin('write')))
  clock.advance(tookMs)
  for (const [index, end] of ends.entries()) end(index === 0 ? error : undefined)
}

async function rounds(bench: Bench, count: number, how: Parameters<typeof round>[1] = {}): Promise<number[]> {
  const limits: number[] = []
  for (let number = 0; number < count; number += 1) {
    await round(bench, how)
    limits.push(bench.pace.limit('write'))
  }
  return limits
}

test('each round of answers adds one, up to the ceiling', async () => {
  const bench = open()

  const limits = await rounds(bench, 14)

  expect(limits).toEqual([5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 16, 16])
  expect(bench.slower).toEqual([])
})

test('a limit that is hardly used does not grow', async () => {
  const bench = open({ first: 8 })

  for (let number = 0; number < 100; number += 1) {
    const end = await bench.pace.begin('write')
    end()
  }

  expect(bench.pace.limit('write')).toBe(8)
})

test.each([
  ['429', { status: 429, answer: 'refused' }, 'busy'],
  ['503', { status: 503, answer: 'lost' }, 'busy'],
  ['no answer in time', { reason: 'timeout', answer: 'lost' }, 'timeout'],
])('%s halves it, and then it grows again', async (_, context, reason) => {
  const bench = open({ first: 16 })

  await round(bench, { error: fault(context) })
  const grown = await rounds(bench, 2)

  expect(grown).toEqual([9, 10])
  expect(bench.slower).toEqual([{ reason, limit: 8 }])
})

test('several refusals of one moment halve it once; it never falls below one', async () => {
  const bench = open({ first: 8, firstUploads: 8 })
  const ends = await Promise.all(Array.from({ length: 8 }, async () => bench.pace.begin('upload')))

  for (const end of ends) end(busy)
  const once = bench.pace.limit('write')
  for (let number = 0; number < 4; number += 1) await round(bench, { error: busy })

  expect(once).toBe(4)
  expect(bench.slower.map(({ limit }) => limit)).toEqual([4, 2, 1])
})

test.each([
  ['a refusal of what was sent', { status: 400, answer: 'refused' }, 5],
  ['a connection that was closed', { reason: 'reset', answer: 'lost' }, 4],
])('%s does not lower it', async (_, context, limit) => {
  const bench = open()

  await round(bench, { error: fault(context) })

  expect([bench.pace.limit('write'), bench.slower]).toEqual([limit, []])
})

test('answers that take three times as long and more than two seconds halve it', async () => {
  const bench = open({ first: 10, most: 10 })
  await rounds(bench, 2, { tookMs: 900 })

  await rounds(bench, 2, { tookMs: 3_000 })

  expect(bench.slower).toEqual([{ reason: 'slow', limit: 5 }])
})

test('a slowness that half the requests do not cure is the usual time from then on', async () => {
  const bench = open({ first: 16, most: 16 })
  await rounds(bench, 3, { tookMs: 100 })

  await rounds(bench, 100, { tookMs: 5_000 })

  expect(bench.slower.filter(({ limit }) => limit < 8)).toEqual([])
  expect(bench.pace.limit('write')).toBe(16)
})

test('answers below two seconds are never slow', async () => {
  const bench = open({ first: 16, most: 16 })
  await rounds(bench, 3, { tookMs: 1 })

  await rounds(bench, 20, { tookMs: 1_900 })

  expect(bench.slower).toEqual([])
})

test('reads wait for a place, in their order; writes do not', async () => {
  const { pace } = open({ first: 2, most: 2 })
  const sent: string[] = []
  const read = async (name: string): Promise<() => void> => {
    const end = await pace.begin('read')
    sent.push(name)
    return end
  }
  const [first, second] = [await read('a'), await read('b')]
  const third = read('c')
  const fourth = read('d')
  const write = await pace.begin('write')
  sent.push('write')

  first()
  second()
  write()
  await Promise.all([third, fourth])

  expect(sent).toEqual(['a', 'b', 'write', 'c', 'd'])
})

test('uploads start at the highest limit, and the Data API does not count them', async () => {
  const { pace } = open({ first: 4, firstUploads: 16, most: 17 })
  const uploads = await Promise.all(Array.from({ length: 16 }, async () => pace.begin('upload')))
  const sent: string[] = []

  const read = await pace.begin('read')
  const waiting = Promise.resolve(pace.begin('read')).then(() => sent.push('second read'))
  sent.push('first read')
  uploads[0]?.()
  await waiting
  read()

  expect([pace.limit('upload'), pace.limit('write')]).toEqual([16, 4])
  expect(sent).toEqual(['first read', 'second read'])
})

test('an upload that the busy store refuses halves both limits', async () => {
  const bench = open()

  const end = await bench.pace.begin('upload')
  end(busy)

  expect([bench.pace.limit('upload'), bench.pace.limit('write')]).toEqual([8, 2])
  expect(bench.slower).toEqual([{ reason: 'busy', limit: 8 }])
})

/** A pace of one request in a second on a clock that stands still: a wait ends when it is aborted. */
function standing(settings: Partial<PaceSettings> = {}): Bench & { readonly paused: () => number } {
  let pauses = 0
  const sleep: PaceSettings['sleep'] = (_, signal) => {
    pauses += 1
    return new Promise((resolve) =>
      signal?.addEventListener('abort', () => {
        pauses -= 1
        resolve()
      }),
    )
  }
  return { ...open({ requestsPerSecond: 1, sleep, ...settings }), paused: () => pauses }
}

test('turns that a stop gives back are not waited for, and the next request has the first of them', async () => {
  const { pace, clock, paused } = standing()
  const stop = new AbortController()
  await pace.reserve()
  const turns = Array.from({ length: 20 }, async () => pace.reserve(stop.signal))

  const before = paused()
  stop.abort()
  await Promise.all(turns)
  clock.advance(1_000)

  expect([before, paused()]).toEqual([1, 0])
  expect(pace.reserve(stop.signal)).toBe(null)
  await pace.reserve(stop.signal)
})

test('reads that wait for a place or a turn are dropped, and give back what they have', async () => {
  const { pace, clock, paused } = standing({ first: 2, most: 2 })
  const end = await pace.begin('read')
  const reads = Array.from({ length: 3 }, () => Promise.resolve(pace.begin('read')))

  pace.dropWaiting()
  const ends = await Promise.allSettled(reads)
  clock.advance(1_000)
  const next = await pace.begin('read')

  expect(ends.map((one) => one.status === 'rejected' && one.reason)).toEqual(
    Array.from({ length: 3 }, () => expect.objectContaining({ code: 'interrupted' })),
  )
  expect(paused()).toBe(0)
  end()
  next()
})

test('without a rate no read is dropped', async () => {
  const { pace } = open({ first: 1, most: 1 })
  const end = await pace.begin('read')
  const read = Promise.resolve(pace.begin('read'))

  pace.dropWaiting()
  end()

  expect(await read).toBeTypeOf('function')
})

test('requests of all kinds keep to the rate; a write that was reserved does not wait again', async () => {
  const { pace, clock } = open({ requestsPerSecond: 2, most: 16 })
  const start = clock.now().getTime()
  const at: number[] = []
  const note = (): void => void at.push(clock.now().getTime() - start)

  await Promise.resolve(pace.begin('read')).then(note)
  await pace.reserve()
  note()
  await Promise.resolve(pace.begin('upload')).then(note)
  await Promise.resolve(pace.begin('write')).then(note)

  expect(at).toEqual([0, 500, 500, 1000])
})
