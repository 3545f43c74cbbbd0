import { expect, test } from 'vitest'
import { reviewPrograms } from '../../../src/cli/review-programs.ts'
import { shopFolder } from '../../support/shop-folder.ts'

test('a document that is not in the folder is not opened: the message names the folder and the option', async () => {
  using shop = shopFolder({ 'there.yaml': '' })
  const { edit } = reviewPrograms(shop.root, { env: { EDITOR: 'true', PATH: process.env['PATH'] } })

  const answers = [await edit({ file: 'there.yaml', line: 1 }), await edit({ file: 'prices.yaml', line: 4 })]

  expect(answers).toEqual([null, `Name the folder of the catalogue with \`--chdir\`: ${shop.root} has no prices.yaml.`])
})
