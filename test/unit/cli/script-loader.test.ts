import { expect, test } from 'vitest'
import { openScripts } from '../../../src/cli/script-loader.ts'
import { shopFolder } from '../../support/shop-folder.ts'

test('a script gets what others export, also where they require each other, and packages', () => {
  using folder = shopFolder({
    'first.cjs':
      '(function ({ exports }, require) { const second = require("./second.cjs"); exports.name = () => second.joined("first") })',
    'second.cjs':
      '(function ({ exports }, require) { const first = require("./first.cjs"); exports.joined = (text) => require("node:path").join(text, typeof first.name) })',
  })
  const scripts = openScripts(folder.root)

  const { name } = scripts.load('first.cjs') as { name: () => string }

  expect(name()).toBe('first/function')
  expect(scripts.load('first.cjs')).toHaveProperty('name', name)
})

test('a script that waits gives a promise of what it exports', async () => {
  using folder = shopFolder({
    'waiting.cjs':
      '(async function ({ exports }, _, { importModule }) { const { sep } = await importModule("node:path/posix"); exports.sep = sep })',
    'user.cjs':
      '(function ({ exports }, require, { importModule }) { exports.waiting = [Promise.resolve().then(() => require("./waiting.cjs")), importModule("./waiting.cjs")] })',
  })

  const { waiting } = openScripts(folder.root).load('user.cjs') as { waiting: readonly Promise<unknown>[] }

  await expect(Promise.all(waiting)).resolves.toEqual([{ sep: '/' }, { sep: '/' }])
})

test('an error names the file and the line of the script', () => {
  using folder = shopFolder({ 'broken.cjs': '(function () {\nthrow new Error("broken")\n})' })
  const load = (): unknown => openScripts(folder.root).load('broken.cjs')

  expect(load).toThrow(expect.objectContaining({ message: 'broken', stack: expect.stringContaining('broken.cjs:2:7') }))
})
