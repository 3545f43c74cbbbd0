import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runOutside } from '../../support/run-outside.ts'

const program = join(import.meta.dirname, 'plan-heap.ts')
const mostBytes = 6 * 1024
/** MiB of a process that plans nothing. */
const emptyMiB = 20

test('a plan of new products takes at most 6 KiB of heap for each, also while it is made', async () => {
  const heapMiB = emptyMiB + Math.ceil((10_000 * mostBytes) / 1024 / 1024)

  const { code, output } = await runOutside(process.execPath, [`--max-old-space-size=${heapMiB}`, program, '2500', '10000'], {
    cwd: import.meta.dirname,
  })

  const measured = output
    .trim()
    .split('\n')
    .map((line) => line.split(' ').map(Number))
  expect(code, output).toBe(0)
  expect(measured.map(([count]) => count)).toEqual([2_500, 10_000])
  for (const [count = 0, bytes = Infinity] of measured) expect(bytes / count).toBeLessThanOrEqual(mostBytes)
}, 60_000)
