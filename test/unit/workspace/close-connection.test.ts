import { expect, test } from 'vitest'
import { apply } from '../../../src/workspace/apply.ts'
import { connectStore } from '../../../src/workspace/connect-store.ts'
import { loadCatalogue } from '../../../src/workspace/load-catalogue.ts'
import { plan } from '../../../src/workspace/plan.ts'
import { shopFolder } from '../../support/shop-folder.ts'

const files = {
  'planogram.yaml': 'stores: { local: { emulator: true } }\ndefault_store: local\n',
  'shop.yaml': 'products: { MUG: { title: Mug, price: 8 } }\n',
}

function failed(call: Promise<unknown>): Promise<unknown> {
  return call.catch((error: unknown) => error)
}

test('a connection, its state and its store can be closed again', async () => {
  using folder = shopFolder(files)
  const catalogue = await loadCatalogue({ root: folder.root })
  await using connection = await connectStore({ catalogue, env: {} })
  const { store, state } = connection
  await store.count('Product')

  await Promise.all([connection.close(), connection.close()])

  expect(await Promise.all([connection.close(), state.close(), store.close()])).toEqual([undefined, undefined, undefined])
})

test('calls after the end of a connection say that it is closed, at once', async () => {
  using folder = shopFolder(files)
  const catalogue = await loadCatalogue({ root: folder.root })
  const connection = await connectStore({ catalogue, env: {} })
  const made = await plan({ catalogue, ...connection })
  await connection.close()

  const found = await Promise.all([
    failed(plan({ catalogue, ...connection })),
    failed(apply({ plan: made, catalogue, ...connection })),
    failed(connection.state.runs()),
    failed(connection.state.rememberFiles('local', [])),
    failed(connection.store.count('Product')),
  ])

  const state = { code: 'wrong-usage', message: expect.stringMatching(/^The state .*state\.db is closed\.$/) }
  expect(found).toMatchObject([state, state, state, state, { code: 'wrong-usage', message: 'The client of store local is closed.' }])
})

test('an apply whose connection is closed meanwhile ends with that sentence', async () => {
  using folder = shopFolder(files)
  const catalogue = await loadCatalogue({ root: folder.root })
  const connection = await connectStore({ catalogue, env: {} })
  const made = await plan({ catalogue, ...connection })
  const closed: Promise<void>[] = []

  const end = await apply({
    plan: made,
    catalogue,
    ...connection,
    onEvent: ({ type }) => {
      if (type === 'run-started') closed.push(connection.close())
    },
  }).catch((error: unknown) => error)
  await Promise.all(closed)

  expect(end).toMatchObject({ code: 'wrong-usage', message: expect.stringMatching(/^The state .* is closed\.$/) })
  expect(closed).toHaveLength(1)
})
