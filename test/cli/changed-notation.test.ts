import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parsePlanFile } from '../../src/plan/plan-file.ts'
import { commit, git } from '../support/git-repository.ts'
import { openShop, type Shop } from '../support/open-shop.ts'

const hooks = 'webhooks:\n  - { name: NewOrder, url: "https://hooks.example/a" }\n'

async function differing(shop: Pick<Shop, 'run'>): Promise<readonly string[] | undefined> {
  const { exitCode, stdout, stderr } = await shop.run('plan', '--format', 'json', '--changed', 'HEAD')
  if (exitCode !== 0) throw new Error(stderr)
  const { selection } = await parsePlanFile(stdout)
  return selection?.changed?.addresses
}

test('a text file that git checks out with CR LF, and other notations of the same values, are no difference', async () => {
  const shop = await openShop([], {
    '.gitignore': '.planogram/\n',
    '.gitattributes': '*.html text eol=crlf\n',
    'copy/mug.html': '<p>One</p>\r\n<p>Two</p>\r\n',
    'hooks.yaml': hooks,
    'shop.yaml': 'products:\n  MUG: { title: Mug, comment: { file: copy/mug.html }, price: 8 }\n  BAG: { title: Bag, price: 8 }\n',
  })
  onTestFinished(() => shop[Symbol.asyncDispose]())
  git(shop.root, 'init', '--quiet')
  commit(shop.root)
  writeFileSync(
    join(shop.root, 'shop.yaml'),
    'products:\n  BAG: { price: 8.00, title: "Bag " }\n  MUG: { title: Mug, comment: { file: copy/mug.html }, price: 8 }\n',
  )
  const same = await differing(shop)
  writeFileSync(join(shop.root, 'copy/mug.html'), '<p>One</p>\r\n<p>Three</p>\r\n')

  const edited = await differing(shop)

  expect(git(shop.root, 'show', 'HEAD:copy/mug.html')).toBe('<p>One</p>\n<p>Two</p>')
  expect([same, edited]).toEqual([[], ['product.MUG']])
})
