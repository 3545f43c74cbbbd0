import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { loadCatalogue } from '../../src/workspace/load-catalogue.ts'
import { pull } from '../../src/workspace/pull.ts'
import { openStore } from '../../src/store/open-store.ts'
import { stored } from '../support/any-store.ts'
import { commit, git } from '../support/git-repository.ts'
import { openShop, type Shop } from '../support/open-shop.ts'

const records = [stored('Product', { sku: 'MUG', title: 'Mug', price: '9' }), stored('Product', { sku: 'CUP', title: 'Cup', price: '4' })]
const files = {
  'a.yaml': 'products:\n  MUG: { title: Mug, price: 8 }\n',
  'b.yaml': 'products:\n  CUP: { title: Cup, price: 4 }\n',
}
const pulledA = files['a.yaml'].replace('8', '9')

/** A shop in git, with one value that the store has changed. */
async function shopInGit(contents: Readonly<Record<string, string>> = files): Promise<Shop> {
  const shop = await openShop(records, contents)
  git(shop.root, 'init', '--quiet')
  commit(shop.root, { '.gitignore': '.planogram\n' })
  return shop
}

/** Pulls and calls `during` when the store is read for the first time. */
async function pulledWhile({ root, emulator }: Shop, during: () => unknown): Promise<readonly string[]> {
  const { url, filesUrl, site, key, capabilities } = emulator
  const store = openStore({ name: 'local', baseUrl: url, filesUrl, siteName: site, key, capabilities })
  onTestFinished(() => store.close())
  const catalogue = await loadCatalogue({ root, env: { SHOP_KEY: key } })
  let called = 0
  const { documents } = await pull({
    catalogue,
    store,
    env: { PATH: process.env['PATH'] },
    onProgress: ({ kind }) => {
      if (kind !== 'reading-store') return
      called += 1
      if (called === 1) during()
    },
  })
  return documents.map(({ path }) => path)
}

test('a document that something else changes while pull runs stays so', async () => {
  await using shop = await shopInGit()
  const edited = files['b.yaml'].replace('Cup', 'Big cup')

  const changed = await pulledWhile(shop, () => commit(shop.root, { 'b.yaml': edited }))

  expect(changed).toEqual(['a.yaml'])
  expect(shop.files()).toEqual({ 'a.yaml': pulledA, 'b.yaml': edited })
})

test('a document that pull would change is refused by name where something else changed it meanwhile', async () => {
  await using shop = await shopInGit()
  const edited = files['a.yaml'].replace('Mug', 'Big mug')

  const pulled = pulledWhile(shop, () => commit(shop.root, { 'a.yaml': edited }))

  await expect(pulled).rejects.toMatchObject({
    code: 'document-changed',
    message: 'a.yaml changed on the disk while `planogram pull` ran; no document was written.',
  })
  expect(shop.files()).toEqual({ ...files, 'a.yaml': edited })
})

test('a new document does not replace one that was made meanwhile', async () => {
  await using shop = await shopInGit({ 'a.yaml': files['a.yaml'] })
  const made = '# mine\n'

  const pulled = pulledWhile(shop, () => commit(shop.root, { 'products/without-category.yaml': made }))

  await expect(pulled).rejects.toMatchObject({ code: 'document-changed' })
  expect(shop.files()).toEqual({ 'a.yaml': files['a.yaml'], 'products/without-category.yaml': made })
})

test.for(['a commit', 'no commit'])('staged work is not overwritten: a repository with %s', async (commits) => {
  await using shop = await openShop(records, files)
  git(shop.root, 'init', '--quiet')
  if (commits === 'a commit') commit(shop.root, {})
  const staged = `# mine\n${files['a.yaml']}`
  writeFileSync(join(shop.root, 'a.yaml'), staged)
  git(shop.root, 'add', 'a.yaml')

  const refused = await shop.run('pull')
  const then = shop.files()
  commit(shop.root)
  const { exitCode } = await shop.run('pull')

  expect(refused.exitCode).toBe(1)
  expect(refused.stderr).toContain('error[work-unsaved]: `planogram pull` would overwrite a.yaml, which has uncommitted changes.')
  expect(then['a.yaml']).toBe(staged)
  expect([exitCode, shop.files()['a.yaml']]).toEqual([0, `# mine\n${pulledA}`])
})

test('a byte order mark stays, in documents without a change too', async () => {
  const marked = { 'a.yaml': `\uFEFF${files['a.yaml']}`, 'b.yaml': `\uFEFF${files['b.yaml']}` }
  await using shop = await shopInGit(marked)

  const { exitCode } = await shop.run('pull')

  expect(exitCode).toBe(0)
  expect(git(shop.root, 'diff', '--name-only')).toBe('a.yaml')
  expect(readFileSync(join(shop.root, 'a.yaml'), 'utf8')).toBe(`\uFEFF${pulledA}`)
})

const withText = { 'a.yaml': 'products:\n  MUG: { title: Mug, price: 9, comment: { file: copy/mug.html } }\n', 'copy/mug.html': 'Old\r\n' }
const commented = [stored('Product', { sku: 'MUG', title: 'Mug', price: '9', comment: 'Of the store' })]

test('the file of a text is written as the store has it', async () => {
  await using shop = await openShop(commented, withText)
  git(shop.root, 'init', '--quiet')
  commit(shop.root, { '.gitignore': '.planogram\n' })

  const changed = await pulledWhile(shop, () => undefined)

  expect(changed).toEqual(['copy/mug.html'])
  expect(shop.files()).toEqual({ ...withText, 'copy/mug.html': 'Of the store\r\n' })
})

test.each([
  ['is changed', 'Mine\n'],
  ['gets another line end', 'Old\n'],
])('the file of a text that pull would write is refused by name where it %s meanwhile, and nothing is written', async (_, mine) => {
  await using shop = await openShop([...commented, ...records.slice(1)], { ...withText, 'b.yaml': files['b.yaml'].replace('4', '5') })
  git(shop.root, 'init', '--quiet')
  commit(shop.root, { '.gitignore': '.planogram\n' })
  const before = shop.files()

  const pulled = pulledWhile(shop, () => commit(shop.root, { 'copy/mug.html': mine }))

  await expect(pulled).rejects.toMatchObject({
    code: 'document-changed',
    message: 'copy/mug.html changed on the disk while `planogram pull` ran; no document was written.',
  })
  expect(shop.files()).toEqual({ ...before, 'copy/mug.html': mine })
})
