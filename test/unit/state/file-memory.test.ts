import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { openState } from '../../../src/state/open-state.ts'

const tee = { path: 'images/items/tee.jpg', sha256: 'a1', size: 4200, modified: 'Mon, 04 May 2026 03:02:01 GMT' }

test('files are remembered for each store by itself, the last word counts, and they can be forgotten', () => {
  const state = openState(':memory:')
  state.rememberFile('one', tee)
  state.rememberFile('one', { ...tee, path: 'images/items/mug.jpg' })
  state.rememberFile('two', tee)

  state.rememberFile('one', { ...tee, sha256: 'b2', size: 9 })
  state.forgetFile('two', tee.path)
  state.forgetFile('two', 'never/there.jpg')

  expect([...state.rememberedFiles('one')]).toEqual([
    ['images/items/mug.jpg', { ...tee, path: 'images/items/mug.jpg' }],
    [tee.path, { ...tee, sha256: 'b2', size: 9 }],
  ])
  expect(state.rememberedFiles('two').size).toBe(0)
  state.close()
})

test('whatever the texts are, they come back as they were', () => {
  const texts = fc.string({ unit: 'binary' }).filter((text) => !text.includes('\0'))
  const file = fc.record({ path: texts, sha256: texts, size: fc.maxSafeNat(), modified: texts })

  fc.assert(
    fc.property(texts, fc.uniqueArray(file, { selector: ({ path }) => path }), (store, files) => {
      const state = openState(':memory:')
      for (const entry of files) state.rememberFile(store, entry)
      const found = new Map(state.rememberedFiles(store))
      state.close()
      expect(found).toEqual(new Map(files.map((entry) => [entry.path, entry])))
    }),
    { numRuns: 50 },
  )
})
