import { PassThrough } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { reviewPictures } from '../../../src/cli/review-pictures.ts'
import type { FileDiff } from '../../../src/diff/change.ts'
import { pictureContent } from '../../../src/records/rendition-mark.ts'
import { colourTheme, plainTheme } from '../../../src/report/theme.ts'
import { photo } from '../../support/photo.ts'
import { shopFolder } from '../../support/shop-folder.ts'

const [old, now] = await Promise.all([photo({ shade: 100 }), photo({ kind: 'jpeg', shade: 200 })])

function terminal(depth: number) {
  return { env: {}, stdout: Object.assign(new PassThrough(), { isTTY: true, getColorDepth: () => depth }) }
}

/** A catalogue with the new picture, and the change that sends it. */
function changedPicture(): { readonly root: string; readonly file: FileDiff & { readonly after: NonNullable<FileDiff['after']> } } {
  const folder = shopFolder({ 'images/tee.jpg': now })
  onTestFinished(() => folder[Symbol.dispose]())
  const after = { size: now.length, sha256: pictureContent(now) }
  return {
    root: folder.root,
    file: { path: 'images/items/tee.jpg', from: 'images/tee.jpg', before: { size: old.length, sha256: null }, after },
  }
}

const coloured = { output: { theme: colourTheme }, surroundings: terminal(24) }

test('the picture of the catalogue and that of the store, where it can be read', async () => {
  const { root, file } = changedPicture()
  const live = { read: (path: string) => (path === file.path ? Promise.resolve(old) : Promise.reject(new Error(path))) }

  const both = await reviewPictures({ root, live }, coloured).picturesOf?.(file)
  const saved = await reviewPictures({ root, live: null }, coloured).picturesOf?.(file)
  const created = await reviewPictures({ root, live }, coloured).picturesOf?.({ ...file, before: null })
  const removed = await reviewPictures({ root, live }, coloured).picturesOf?.({ ...file, after: null })

  expect(both).toMatchObject({ before: { width: 400, height: 300 }, after: { width: 400, height: 300 } })
  expect(saved).toMatchObject({ before: { missing: 'shown by `planogram apply` only' }, after: { columns: 48 } })
  expect(created?.before).toBeNull()
  expect(removed).toMatchObject({ before: { width: 400 }, after: { missing: 'removed' } })
})

test('a picture that has changed since the plan, and a file that is none, say so', async () => {
  const { root, file } = changedPicture()
  const live = { read: () => Promise.resolve(new TextEncoder().encode('no picture')) }

  const pair = await reviewPictures({ root, live }, coloured).picturesOf?.({ ...file, after: { ...file.after, sha256: 'f'.repeat(64) } })

  expect(pair).toEqual({
    before: { missing: 'it cannot be read as a picture' },
    after: { missing: 'its source has changed since the plan' },
  })
})

test('a terminal with fewer colours, or without, shows no pictures', () => {
  const { root } = changedPicture()

  const shown = [
    reviewPictures({ root, live: null }, { ...coloured, surroundings: terminal(8) }),
    reviewPictures({ root, live: null }, { ...coloured, output: { theme: plainTheme } }),
  ]

  expect(shown).toEqual([{}, {}])
})
