import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { State } from '../../../../src/state/state.ts'
import { at, ends, type Open, run, startRun } from './sample-journal.ts'

const path = 'images/items/tee.jpg'

function keep(state: State, runId: string, text: string, more: { readonly path?: string; readonly fence?: number } = {}): Promise<void> {
  const { fence = 1, ...file } = more
  return state.keepPreImage(runId, fence, { at: at(3), path, sha256: `hash of ${text}`, bytes: Buffer.from(text), ...file })
}

/** The rules of what runs have overwritten. */
export function describePictures(opened: Open): void {
  test('what a run overwrites is kept for the run, and its bytes by their content', async () => {
    const state = await opened()
    await startRun(state)

    await Promise.all([keep(state, 'r1', 'old tee'), keep(state, 'r1', 'old mug', { path: 'images/items/mug.jpg' })])

    expect([...(await state.preImagesOf('r1'))]).toEqual([
      ['images/items/mug.jpg', { path: 'images/items/mug.jpg', sha256: 'hash of old mug', size: 7 }],
      [path, { path, sha256: 'hash of old tee', size: 7 }],
    ])
    expect(Buffer.from((await state.keptPicture('hash of old tee')) ?? []).toString()).toBe('old tee')
    expect([await state.keptPicture('hash of new tee'), [...(await state.preImagesOf('r9'))]]).toEqual([null, []])
  })

  test('of one file of a run the first content stays, and each run has its own', async () => {
    const state = await opened()
    await startRun(state)
    await state.startRun(run('r2'))

    await keep(state, 'r1', 'first')
    await keep(state, 'r1', 'second')
    await keep(state, 'r2', 'second')

    const hashes = async (id: string): Promise<readonly string[]> => [...(await state.preImagesOf(id)).values()].map(({ sha256 }) => sha256)
    expect([await hashes('r1'), await hashes('r2')]).toEqual([['hash of first'], ['hash of second']])
  })

  test('it is a write of the run: a lost lease rejects it', async () => {
    const state = await opened()
    await startRun(state)

    const ended = await ends([keep(state, 'r1', 'old', { fence: 2 }), keep(state, 'r1', 'old')])

    expect(ended).toEqual([expect.stringContaining('is lost'), 'resolved'])
  })

  test('whatever the bytes are, compressed or not, they come back as they were', async () => {
    const state = await opened()
    await startRun(state)
    let count = 0

    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 3000 }), fc.nat({ max: 50 }), async (bytes, repeats) => {
        const content = Buffer.concat(Array.from({ length: repeats }, () => bytes))
        const sha256 = `content ${(count += 1)}`
        await state.keepPreImage('r1', 1, { at: at(3), path: sha256, sha256, bytes: content })
        expect(Buffer.from((await state.keptPicture(sha256)) ?? [1]).equals(content)).toBe(true)
      }),
      { numRuns: 30 },
    )
  })
}
