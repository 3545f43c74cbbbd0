import { execFileSync } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const flags = pathToFileURL(join(import.meta.dirname, '../../../src/cli/engine-flags.ts')).href

/** In a process of its own: how large the young generation becomes while objects stay alive, in MB; `reading`: what is done before, and for each of them. */
function youngMegabytes(reading: string): number {
  const program = `
    import { getHeapSpaceStatistics } from 'node:v8'
    import { setEngineFlags, setReadingFlags } from '${flags}'
    const onRead = ${reading}
    const alive = []
    for (let count = 0; count < 3_000_000; count += 1) {
      alive.push({ count })
      if (count % 500 === 0) onRead()
    }
    const young = getHeapSpaceStatistics().find((space) => space.space_name === 'new_space')
    process.stdout.write(String(young.space_size / 2 / 1024 / 1024))`
  return Number(execFileSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' }))
}

test('the young generation grows to 8 MB while a catalogue is read', () => {
  const seen = { reading: youngMegabytes('setReadingFlags()'), plan: youngMegabytes('(setEngineFlags(), () => undefined)') }

  expect(seen.reading).toBe(8)
  expect(seen.plan).toBeLessThan(8)
})

test('without the flags it would grow further', () => {
  const seen = youngMegabytes('() => undefined')

  expect(seen).toBeGreaterThan(8)
})
