import { expect, test } from 'vitest'
import { openState } from '../../../src/state/open-state.ts'
import { applyUploads, heldFiles, planOfUploads } from '../../support/upload-run.ts'

test.each([
  [true, 1, 32],
  [false, 300, 300],
])('the memory of pictures is used again only where they were sent: %s', async (isSent, least, most) => {
  const contents = new Map<string, Uint8Array>()
  const files = { ...heldFiles(contents), isSent: () => isSent }
  const state = await openState(':memory:')

  const run = await applyUploads(planOfUploads(300), { files, state })

  const blocks = new Set([...contents.values()].map(({ buffer }) => buffer))
  expect(run.outcome).toBe('done')
  expect(contents.size).toBe(300)
  expect(blocks.size).toBeGreaterThanOrEqual(least)
  expect(blocks.size).toBeLessThanOrEqual(most)
  await state.close()
})
