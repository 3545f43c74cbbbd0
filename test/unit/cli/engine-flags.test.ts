import { execFileSync } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const flags = pathToFileURL(join(import.meta.dirname, '../../../src/cli/engine-flags.ts')).href

/** In a process of its own: how large the young generation is, in MB, after 0.7 seconds in which objects stay alive. `reading`: what is called for each. */
function youngMegabytes(reading: string): number {
  const program = `
    import { getHeapSpaceStatistics } from 'node:v8'
    import { setEngineFlags, setReadingFlags } from '${flags}'
    const onRead = ${reading}
    let alive = []
    for (const start = performance.now(); performance.now() - start < 700; ) {
      onRead()
      for (let count = 0; count < 500; count += 1) alive.push({ count })
      if (alive.length > 500_000) alive = []
    }
    const young = getHeapSpaceStatistics().find((space) => space.space_name === 'new_space')
    process.stdout.write(String(young.space_size / 2 / 1024 / 1024))`
  return Number(execFileSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' }))
}

test('the young generation has 8 MB while a catalogue is read that takes long, and does not grow for a plan', () => {
  const seen = { reading: youngMegabytes('setReadingFlags()'), plan: youngMegabytes('(setEngineFlags(), () => undefined)') }

  expect(seen.reading).toBe(8)
  expect(seen.plan).toBeLessThan(8)
})

test('without the flags it would grow further', () => {
  const seen = youngMegabytes('() => undefined')

  expect(seen).toBeGreaterThan(8)
})
