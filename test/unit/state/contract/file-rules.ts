import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Open } from './sample-journal.ts'

const tee = { path: 'images/items/tee.jpg', sha256: 'a1', size: 4200, modified: 'Mon, 04 May 2026 03:02:01 GMT' }

/** The rules of remembered files. */
export function describeFiles(opened: Open): void {
  test('files are remembered for each store by itself, and the last write counts', async () => {
    const state = await opened()

    await state.rememberFiles('one', [tee])
    await Promise.all([
      state.rememberFiles('one', [{ ...tee, path: 'images/items/mug.jpg' }]),
      state.rememberFiles('two', [tee]),
      state.rememberFiles('one', [{ ...tee, sha256: 'b2', size: 9 }]),
    ])

    expect([...(await state.rememberedFiles('one'))]).toEqual([
      ['images/items/mug.jpg', { ...tee, path: 'images/items/mug.jpg' }],
      [tee.path, { ...tee, sha256: 'b2', size: 9 }],
    ])
    expect([...(await state.rememberedFiles('two')).keys()]).toEqual([tee.path])
    expect((await state.rememberedFiles('three')).size).toBe(0)
    expect(await state.stores()).toEqual(['one', 'two'])
  })

  test('a file is forgotten for one store, also when nothing was remembered', async () => {
    const state = await opened()
    await Promise.all([state.rememberFiles('one', [tee]), state.rememberFiles('two', [tee])])

    await Promise.all([state.forgetFile('one', tee.path), state.forgetFile('one', 'images/items/none.jpg')])

    expect([(await state.rememberedFiles('one')).size, (await state.rememberedFiles('two')).size]).toEqual([0, 1])
  })

  test('whatever the texts are, they come back as they were', async () => {
    const texts = fc.string({ unit: 'binary' }).filter((text) => !text.includes('\0'))
    const file = fc.record({ path: texts, sha256: texts, size: fc.maxSafeNat(), modified: texts })

    await fc.assert(
      fc.asyncProperty(texts, fc.uniqueArray(file, { selector: ({ path }) => path }), async (store, files) => {
        const state = await opened()
        const [first, ...others] = files
        await Promise.all([state.rememberFiles(store, first ? [first] : []), state.rememberFiles(store, others)])
        const found = new Map(await state.rememberedFiles(store))
        await state.close()
        expect(found).toEqual(new Map(files.map((entry) => [entry.path, entry])))
      }),
      { numRuns: 50 },
    )
  })
}
