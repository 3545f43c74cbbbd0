import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot, runBuilt } from '../support/command-line.ts'
import { shopFolder } from '../support/shop-folder.ts'

const recorder = join(projectRoot, 'test', 'support', 'record-loads.ts')

/** What a command loads: the packages, the modules of Node that take time, and the number of own files. */
async function loadedBy(args: readonly string[]): Promise<{ exitCode: number; packages: readonly string[]; slow: readonly string[]; own: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'planogram-loads-'))
  const record = join(folder, 'loads.txt')
  try {
    const { exitCode } = await runBuilt(args, { env: { ...process.env, NODE_OPTIONS: `--import ${recorder}`, RECORD_LOADS: record } })
    const loads = readFileSync(record, 'utf8').split('\n')
    const packages = loads.flatMap((url) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1] ?? [])
    const slow = loads.filter((url) => ['node:sqlite', 'node:http', 'node:https', 'node:tls'].includes(url))
    const own = loads.filter((url) => url.startsWith('file:') && url.includes('/dist/') && !url.includes('/node_modules/'))
    return { exitCode, packages: [...new Set(packages)].toSorted(), slow, own: own.length }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test.each(['--version', '-V'])('%s loads no package and one file beside the start of the program', async (flag) => {
  const loaded = await loadedBy([flag])

  expect(loaded).toEqual({ exitCode: 0, packages: [], slow: [], own: 2 })
})

test('--help loads the packages of the command line, and no command', async () => {
  const { own, ...loaded } = await loadedBy(['--help'])

  expect(loaded).toEqual({ exitCode: 0, packages: ['commander', 'zod'], slow: [] })
  expect(own).toBeLessThan(60)
})

test('validate loads nothing of a store, a state or a screen', async () => {
  using shop = shopFolder({ 'products.yaml': 'products:\n  MUG: { title: Mug, price: 8.50 }\n' })

  const { own, ...loaded } = await loadedBy(['validate', '--chdir', shop.root])

  expect(loaded).toEqual({
    exitCode: 0,
    packages: ['ansi-regex', 'commander', 'get-east-asian-width', 'string-width', 'strip-ansi', 'yaml', 'zod'],
    slow: [],
  })
  expect(own).toBeGreaterThan(100)
})
