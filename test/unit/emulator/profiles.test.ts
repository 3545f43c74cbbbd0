import { expect, test } from 'vitest'
import { assumptions } from '../../../src/emulator/assumptions/switches.ts'
import { areSwitches, profileSwitches } from '../../../src/emulator/assumptions/profiles.ts'
import { startEmulator } from '../../../src/emulator/start-emulator.ts'
import { storeRequest } from './store-request.ts'

const at = (place: number) => Object.fromEntries(Object.entries(assumptions).map(([name, { values }]) => [name, values[place]]))

/** Values that contradict platform.md: no profile has them. */
const against = { pricingRules: 'accept', booleans: 'words' }

test('default has the first value of every switch, hostile the second unless it contradicts the document; given switches take precedence', () => {
  const seen = [profileSwitches('default'), profileSwitches('hostile'), profileSwitches('hostile', { deletes: 'generic' })]

  expect(seen).toEqual([at(0), { ...at(1), ...against }, { ...at(1), ...against, deletes: 'generic' }])
})

test('strict refuses what is not shown, and each refusal names its row and its switch', async () => {
  await using store = await startEmulator({ profile: 'strict' })
  const send = storeRequest(store)

  const seen = [
    await send('DELETE', 'Product/A'),
    await send('POST', 'ProdCat', '<ResultSet><ProdCat><sku>A</sku><cat_code>c</cat_code></ProdCat></ResultSet>'),
    await send('GET', 'Cat/?_results=2001'),
    await send('GET', `Cat/?code=${'x'.repeat(4096)}`),
  ]

  expect(
    seen.map(({ status, headers }) => [status, headers.get('x-emulator-reason')?.replace(/^(\w+):.*?; switch/, '$1; switch')]),
  ).toEqual([
    [405, 'W28; switch deletes is shown, could be generic'],
    [400, 'W27; switch references is reject, could be accept'],
    [406, 'R3; switch results is reject, could be clamp'],
    [
      414,
      'R31; switch errorBody is rsp, could be html or empty; switch longestUrl is 4096, could be 8192 or 65536; switch largestBody is 67108864, could be 1048576',
    ],
  ])
})

test.each([
  [{}, true],
  [{ deletes: 'shown' }, true],
  [{ deletes: 'never' }, false],
  [{ nothing: 'yes' }, false],
  [{ toString: 'yes' }, false],
  [{ deletes: 7 }, false],
])('%j are switches: %s', (given, expected) => {
  expect(areSwitches(given as Record<string, unknown>)).toBe(expected)
})
