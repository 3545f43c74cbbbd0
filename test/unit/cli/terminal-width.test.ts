import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { programOutput } from '../../../src/cli/program-output.ts'
import type { Output } from '../../../src/cli/surroundings.ts'
import { surroundingsIn } from '../../support/surroundings.ts'

/** The widths of text and of plans on such an output. */
function widthsOf(output: Pick<Output, 'isTTY' | 'columns'>): readonly (number | undefined)[] {
  const stdout = Object.assign(new Writable(), output)
  const { width, planWidth, look } = programOutput({ color: 'never', quiet: false }, surroundingsIn('/', { stdout }))
  return [width, planWidth, look.columns]
}

test('a terminal without a size has 80 columns; what is not a terminal has no width for plans', () => {
  const widths = [{ isTTY: true, columns: 120 }, { isTTY: true, columns: 0 }, { isTTY: true }, {}, { columns: 0 }].map(widthsOf)

  expect(widths).toEqual([
    [120, 120, 120],
    [80, 80, 80],
    [80, 80, 80],
    [80, Infinity, undefined],
    [80, Infinity, undefined],
  ])
})
