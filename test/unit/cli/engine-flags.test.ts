import { execFileSync } from 'node:child_process'
import { availableParallelism, getPriority } from 'node:os'
import { pathToFileURL } from 'node:url'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { collectEarly, limitInlining, setReadingFlags } from '../../../src/cli/engine-flags.ts'
import { engineFlagName, usualEngineFlags } from '../../../src/cli/usual-engine-flags.ts'

const flags = pathToFileURL(join(import.meta.dirname, '../../../src/cli/engine-flags.ts')).href

/**
 * In a process of its own: how large the young generation is, in MB, after 0.7 seconds and two million objects that stay alive. `reading`: what is called for each
 * 500. Between collections V8 adds pages to it now and then, while it marks the old generation: the size is that right after a collection of young objects.
 */
function youngMegabytes(reading: string): number {
  const program = `
    import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
    import { runInNewContext } from 'node:vm'
    import { setEngineFlags, setPlanFlags, setReadingFlags } from '${flags}'
    const engine = { setEngineFlag: setFlagsFromString }
    const onRead = ${reading}
    let alive = []
    const start = performance.now()
    for (let rounds = 0; rounds < 4_000 || performance.now() - start < 700; rounds += 1) {
      for (let count = 0; count < 500; count += 1) alive.push({ count })
      if (alive.length > 500_000) alive = []
      onRead()
    }
    // A process that got no time meanwhile has read for long enough only now.
    onRead()
    setFlagsFromString('--expose-gc')
    runInNewContext('gc')({ type: 'minor' })
    const young = getHeapSpaceStatistics().find((space) => space.space_name === 'new_space')
    process.stdout.write(String(young.space_size / 2 / 1024 / 1024))`
  return Number(execFileSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' }))
}

test('the young generation has 8 MB while a catalogue is read that takes long, and does not grow for a plan', () => {
  const seen = { reading: youngMegabytes('setReadingFlags(engine)'), plan: youngMegabytes('(setEngineFlags(engine), () => undefined)') }

  expect(seen.reading).toBe(8)
  expect(seen.plan).toBeLessThan(8)
})

test('in a process that has other work, no flag is set, and the young generation grows further', () => {
  const seen = youngMegabytes('setPlanFlags({})')

  expect(seen).toBeGreaterThan(8)
})

test.runIf(process.platform === 'linux')('with two processors or fewer, the threads of the engine give way to the main thread', () => {
  const program = `
    import { readdirSync, readFileSync } from 'node:fs'
    import { getPriority } from 'node:os'
    import { setFlagsFromString } from 'node:v8'
    import { setPlanFlags } from '${flags}'
    setPlanFlags({ setEngineFlag: setFlagsFromString })
    const threads = readdirSync('/proc/self/task').map((id) => [readFileSync('/proc/self/task/' + id + '/comm', 'utf8').trim(), getPriority(Number(id))])
    process.stdout.write(JSON.stringify(threads))`

  const threads = JSON.parse(execFileSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' })) as [
    string,
    number,
  ][]
  const priorities = (isOfEngine: boolean): number[] => [
    ...new Set(threads.filter(([name]) => name.startsWith('V8Worker') === isOfEngine).map(([, priority]) => priority)),
  ]

  const own = getPriority()
  expect(priorities(false)).toEqual([own])
  expect(priorities(true)).toEqual([availableParallelism() <= 2 ? Math.min(own + 10, 19) : own])
})

test('the usual value of each flag that a command sets is that of V8', () => {
  const set: string[] = []
  const engine = { setEngineFlag: (flag: string) => set.push(flag) }
  const options = execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8' })
  setReadingFlags(engine)
  collectEarly(engine)
  limitInlining(engine)

  const unknown = set.map(engineFlagName).filter((name) => !usualEngineFlags.has(name))
  const others = [...usualEngineFlags.values()].filter((flag) => !options.includes(`default: ${flag}\n`))

  expect({ unknown, others }).toEqual({ unknown: [], others: [] })
  expect(set.length).toBeGreaterThan(3)
  expect(usualEngineFlags.size).toBeGreaterThan(3)
})
