import { expect, test } from 'vitest'
import { readValidCatalogue } from '../../../src/cli/read-catalogue.ts'
import { Collected } from '../../support/collected.ts'
import { shopFolder } from '../../support/shop-folder.ts'
import { surroundingsIn } from '../../support/surroundings.ts'

test('the line of progress is cleared before problems are printed', async () => {
  using shop = shopFolder({ 'shop.yaml': 'products:\n  PIN: { title: Pin, price: 0 }\n' })
  const stderr = new Collected({ isTTY: true, columns: 80 })
  const surroundings = surroundingsIn(shop.root, { stderr })

  using catalogue = await readValidCatalogue(
    { chdir: '.', config: 'planogram.yaml', color: 'never', quiet: false, verbose: false, input: true },
    surroundings,
  )

  const { chunks } = stderr
  const warning = chunks.findIndex((chunk) => chunk.includes('price-zero'))
  expect(catalogue.problems.map(({ rule }) => rule)).toEqual(['price-zero'])
  expect(chunks[0]).toBe('\r\u001B[KReading the catalogue: 0 documents, 0 products')
  expect(chunks.slice(warning - 1, warning)).toEqual(['\r\u001B[K'])
})
