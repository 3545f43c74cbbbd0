import { expect, test } from 'vitest'
import { colourTheme, decideColour, plainTheme } from '../../../src/report/theme.ts'

test('the first that is set decides: flag, NO_COLOR, FORCE_COLOR, TERM=dumb, terminal, CI', () => {
  const cases = [
    { flag: 'always', env: { NO_COLOR: '1' }, isTTY: false, colour: true },
    { flag: 'never', env: { FORCE_COLOR: '1' }, isTTY: true, colour: false },
    { flag: 'auto', env: { NO_COLOR: '1', FORCE_COLOR: '1' }, isTTY: true, colour: false },
    { flag: 'auto', env: { NO_COLOR: '', FORCE_COLOR: '1' }, isTTY: false, colour: true },
    { flag: 'auto', env: { FORCE_COLOR: '0' }, isTTY: true, colour: false },
    { flag: 'auto', env: { FORCE_COLOR: '1', TERM: 'dumb' }, isTTY: false, colour: true },
    { flag: 'auto', env: { TERM: 'dumb' }, isTTY: true, colour: false },
    { flag: 'auto', env: {}, isTTY: true, colour: true },
    { flag: 'auto', env: {}, isTTY: false, colour: false },
    { flag: 'auto', env: { GITHUB_ACTIONS: 'true' }, isTTY: false, colour: true },
  ] as const

  const decided = cases.map((given) => ({ ...given, colour: decideColour(given) }))

  expect(decided).toEqual(cases)
})

test('colours are escape codes around the text; the plain theme has none', () => {
  const painted = [colourTheme.red('x'), colourTheme.bold(''), plainTheme.red('x')]

  expect(painted).toEqual(['\u001B[31mx\u001B[39m', '', 'x'])
})
