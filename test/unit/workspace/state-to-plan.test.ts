import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openState } from '../../../src/state/open-state.ts'
import type { RememberedFile } from '../../../src/state/kept-file.ts'
import { openStateToPlan } from '../../../src/workspace/state-to-plan.ts'
import { shopFolder } from '../../support/shop-folder.ts'

const mug: RememberedFile = { path: 'images/mug.png', sha256: 'a'.repeat(64), size: 10, modified: 'Mon, 30 Nov 2026 10:00:00 GMT' }
const cup: RememberedFile = { ...mug, path: 'images/cup.png' }

async function filesIn(path: string): Promise<readonly RememberedFile[]> {
  const state = await openState(path)
  const files = [...(await state.rememberedFiles('shop')).values()]
  await state.close()
  return files
}

test('a plan that remembers nothing creates no state', async () => {
  using folder = shopFolder({})
  const path = join(folder.root, '.planogram', 'state.db')

  const state = await openStateToPlan(path, 'shop')
  const runs = await state.runs()
  await state.close()

  expect(runs).toEqual([])
  expect(existsSync(join(folder.root, '.planogram'))).toBe(false)
})

test('the hashes of files that a plan remembers are in the state afterwards, and those that it has forgotten are not', async () => {
  using folder = shopFolder({})
  const path = join(folder.root, '.planogram', 'state.db')

  const state = await openStateToPlan(path, 'shop')
  await state.rememberFiles('shop', [mug, cup])
  await state.forgetFile('shop', cup.path)
  await state.close()

  expect(await filesIn(path)).toEqual([mug])
})

test('a state that another process has created meanwhile keeps what it has', async () => {
  using folder = shopFolder({})
  const path = join(folder.root, 'state.db')

  const state = await openStateToPlan(path, 'shop')
  await state.rememberFiles('shop', [mug])
  const other = await openState(path)
  await other.rememberFiles('shop', [cup])
  await other.close()
  await state.close()

  expect((await filesIn(path)).toSorted((left, right) => left.path.localeCompare(right.path))).toEqual([cup, mug])
})

test('a state that exists is read, and written to at once', async () => {
  using folder = shopFolder({})
  const path = join(folder.root, 'state.db')
  const first = await openState(path)
  await first.rememberFiles('shop', [mug])
  await first.close()

  const state = await openStateToPlan(path, 'shop')
  const before = [...(await state.rememberedFiles('shop')).keys()]
  await state.rememberFiles('shop', [cup])
  const seen = (await filesIn(path)).length
  await state.close()

  expect({ before, seen }).toEqual({ before: [mug.path], seen: 2 })
})
