import { expect, test } from 'vitest'
import { startWorld } from '../../support/world.ts'
import { inCatalogue, png } from '../../support/written-catalogue.ts'

const composed = 'caf\u00E9'
const decomposed = 'cafe\u0301'

test.each([
  ['composed in the document, decomposed on the disk', composed, decomposed],
  ['decomposed in both', decomposed, decomposed],
])('a picture whose name is %s converges, and the plan says it once', async (_, written, onDisk) => {
  const files = {
    'shop.yaml': `products:\n  CUP: { title: Cup, price: 4, image: images/${written}.png, extra_images: [images/${written}-2.png] }\n`,
    [`images/${onDisk}.png`]: png('a'),
    [`images/${onDisk}-2.png`]: png('b'),
  }
  await inCatalogue(files, async (root) => {
    await using world = await startWorld({ catalogue: root })

    const plan = await world.plan()
    const run = await world.apply(plan)
    const again = await world.plan()

    expect(plan.notices).toEqual([
      `The file names of images/${composed}-2.png and 1 more are not in Unicode form C (NFC); the store gets form C.`,
    ])
    expect(run.outcome).toBe('done')
    expect(again.changes).toEqual([])
    const stored = (await world.dump()).filter((row) => row.startsWith('File ')).map((row) => row.split(' ')[1])
    expect(stored).toEqual([`images/items/${composed}-2.png`, `images/items/${composed}.png`])
  })
})
