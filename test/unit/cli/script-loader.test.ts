import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
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

test('a package is loaded with the usual flags of the engine, since V8 refuses its compiled code with others; they are set back afterwards', () => {
  using folder = shopFolder({
    'code.js': `const { Script } = require('node:vm')
      let count = 0
      // V8 compiles each text once, and accepts code of another text of the same length.
      const text = () => '(' + count++ + ')'
      const cachedData = new Script(text()).createCachedData()
      exports.isRejected = () => new Script(text(), { cachedData }).cachedDataRejected`,
    'part.js': `module.exports = require('./code.js').isRejected()`,
    'user.cjs': `(function ({ exports }, require) {
      const { isRejected } = require('./code.js')
      exports.seen = () => [isRejected(), require('./part.js'), isRejected()] })`,
  })
  const program = `
    import { openScripts } from '${pathToFileURL(join(import.meta.dirname, '../../../src/cli/script-loader.ts')).href}'
    const scripts = openScripts(${JSON.stringify(folder.root)})
    const { seen } = scripts.load('user.cjs')
    scripts.setEngineFlag('--heap-growing-percent=40')
    process.stdout.write(JSON.stringify(seen()))`

  const seen = execFileSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' })

  expect(JSON.parse(seen)).toEqual([true, false, true])
})
