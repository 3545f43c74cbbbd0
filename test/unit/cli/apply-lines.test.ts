import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type ApplyLines, withApplyLines } from '../../../src/cli/apply-lines.ts'
import { Collected } from '../../support/collected.ts'

type Signal = 'SIGINT' | 'SIGTERM'

/** An apply with lines that ends when the test says so, in a process that gets signals. */
interface Started {
  readonly lines: () => string
  readonly ended: Promise<number>
  readonly signal: (name: Signal) => Promise<void>
  /** The exit codes that the process was to end with at once. */
  readonly abandoned: readonly number[]
  readonly listeners: () => number
}

function start(work: (lines: ApplyLines) => Promise<number>): Started {
  const stdout = new Collected({})
  const listening = new Set<(name: Signal) => void>()
  const abandoned: number[] = []
  const ended = withApplyLines(
    {
      stdout,
      onSignal: (listener) => {
        listening.add(listener)
        return () => listening.delete(listener)
      },
      abandon: (exitCode = 130) => void abandoned.push(exitCode),
    },
    work,
  )
  return {
    lines: () => stdout.chunks.join(''),
    ended,
    abandoned,
    listeners: () => listening.size,
    signal: async (name) => {
      for (const listener of listening) listener(name)
      await nextTurn()
    },
  }
}

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s while an apply plans: the last line is a result with exit code %i, then the process ends', async (name, exitCode) => {
  const apply = start(() => new Promise(() => undefined))

  await apply.signal(name)

  expect(apply.lines()).toBe(`{"type":"result","exit_code":${exitCode},"error":null}\n`)
  expect(apply.abandoned).toEqual([exitCode])
  // A second signal ends the process, whether or not the line can be written.
  expect(apply.listeners()).toBe(0)
})

test('a signal during a run is for the run; after it, the command ends with a result again', async () => {
  const listened = Promise.withResolvers<() => void>()
  const heard: Signal[] = []
  const apply = start(({ onSignal }) => {
    listened.resolve(onSignal((name) => heard.push(name)))
    return new Promise(() => undefined)
  })

  const off = await listened.promise
  await apply.signal('SIGINT')
  const during = apply.lines()
  off()
  await apply.signal('SIGTERM')

  expect({ during, heard, abandoned: apply.abandoned }).toEqual({ during: '', heard: ['SIGINT'], abandoned: [143] })
  expect(apply.lines()).toBe('{"type":"result","exit_code":143,"error":null}\n')
})

test('an apply that has ended listens to no signal', async () => {
  const apply = start(() => Promise.resolve(0))

  const exitCode = await apply.ended

  expect({ exitCode, listeners: apply.listeners(), lines: apply.lines() }).toEqual({
    exitCode: 0,
    listeners: 0,
    lines: '{"type":"result","exit_code":0,"error":null}\n',
  })
})

test('an apply that ends while a signal ends it writes one result', async () => {
  const work = Promise.withResolvers<number>()
  const apply = start(() => work.promise)

  await apply.signal('SIGINT')
  work.resolve(0)
  await apply.ended

  expect(apply.lines()).toBe('{"type":"result","exit_code":130,"error":null}\n')
})
