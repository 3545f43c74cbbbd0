import { expect, test } from 'vitest'
import { openScripts } from '../../../src/cli/script-loader.ts'
import { shopFolder } from '../../support/shop-folder.ts'

test('a script can require packages and other scripts, also those that require it', () => {
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

test('an asynchronous script is loaded as a promise of what it exports', async () => {
  using folder = shopFolder({
    'waiting.cjs':
      '(async function ({ exports }, _, { importModule }) { const { sep } = await importModule("node:path/posix"); exports.sep = sep })',
    'user.cjs':
      '(function ({ exports }, require, { importModule }) { exports.waiting = [Promise.resolve().then(() => require("./waiting.cjs")), importModule("./waiting.cjs")] })',
  })

  const { waiting } = openScripts(folder.root).load('user.cjs') as { waiting: readonly Promise<unknown>[] }

  await expect(Promise.all(waiting)).resolves.toEqual([{ sep: '/' }, { sep: '/' }])
})

test('a script that throws fails each time, and the error names its file and line', () => {
  using folder = shopFolder({ 'broken.cjs': '(function () {\nthrow new Error("broken")\n})' })
  const scripts = openScripts(folder.root)
  const load = (): unknown => scripts.load('broken.cjs')
  const expected = expect.objectContaining({ message: 'broken', stack: expect.stringContaining('broken.cjs:2:7') })

  expect(load).toThrow(expected)
  expect(load).toThrow(expected)
})
