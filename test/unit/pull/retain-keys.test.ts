import { expect, test } from 'vitest'
import type { RecordTree } from '../../../src/resources/record-tree.ts'
import { bareProduct } from '../../support/bare-product.ts'
import { stored } from '../../support/any-store.ts'
import { documentsOf, pulledInto } from '../../support/pulled-store.ts'
import { png } from '../../support/written-catalogue.ts'

const shop = `products:
  MUG:
    title: Mug
    price: 8
    extra_images:
      - { image: images/side.png, thumbnail: images/small.png, code: MUG-SIDE }
      - images/top.png
`

function row(code: string, image: string, thumbnail = ''): RecordTree {
  return stored('ExtraImages', { code, sku: 'MUG', image, thumbnail })
}

test('a picture keeps the code that the catalogue has for it where the store has one picture more', async () => {
  const pictures = ['side.png', 'small.png', 'top.png', 'back.png']
  const rows = [row('MUG-SIDE', 'side.png', 'small.png'), row('MUG-TOP', 'top.png'), row('MUG-ZZZ', 'back.png')]
  const product = bareProduct('MUG', { title: 'Mug', price: '8' }, { ExtraImages: rows })
  const files = { 'shop.yaml': shop, ...Object.fromEntries(pictures.map((name) => [`images/${name}`, png(name)])) }
  const live = { groups: [], categories: [], products: [product], webhooks: [] }

  const taken = await pulledInto(files, live, {
    pictures: new Set(pictures.flatMap((name) => [`images/items/${name}`, `images/thumb/${name}`])),
  })

  expect(documentsOf(taken)).toEqual({ 'shop.yaml': `${shop}      - images/back.png\n` })
  expect([taken.leftOut, taken.problems]).toEqual([[], []])
})
