import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { parse } from 'yaml'
import { planogram } from '../support/command-line.ts'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'planogram-init-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function read(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

interface Workflow {
  readonly env: Record<string, string>
  readonly jobs: Readonly<Record<string, { readonly steps: readonly { readonly run?: string }[] }>>
}

const production = ['--store-url', 'https://shop.example/', '--files-url', 'https://files.example', '--site', 'acme']

test('in a folder of a repository the workflow is written at its root, which is reported, with the path to the folder', async () => {
  mkdirSync(join(root, '.git'))

  const { stdout } = await planogram(root, ['init', 'data/shop', ...production])

  expect(existsSync(join(root, 'data/shop/.github'))).toBe(false)
  expect(stdout).toContain('+ ../../.github/workflows/planogram.data.shop.yml  at the root of the repository; --no-workflow writes none\n')
  expect(read('.github/workflows/planogram.data.shop.yml')).toContain(' --chdir data/shop validate --format github\n')
})

test('each catalogue of a repository has a workflow of its own, which checks it, and refs and groups of its own', async () => {
  mkdirSync(join(root, '.git'))
  const folders = ['shops/north', 'shops/south', 'shops north']
  const files = ['planogram.shops.north.yml', 'planogram.shops.south.yml', 'planogram.shops-north-6b184181.yml']

  for (const folder of folders) await planogram(root, ['init', folder, ...production])
  const texts = files.map((file) => read(`.github/workflows/${file}`))
  const checks = await Promise.all(folders.map((folder) => planogram(root, ['--chdir', folder, 'validate', '--format', 'github'])))

  expect(readdirSync(join(root, '.github/workflows')).toSorted()).toEqual(files.toSorted())
  expect(texts.map((text) => /--chdir (.*) validate/.exec(text)?.[1])).toEqual(['shops/north', 'shops/south', `'shops north'`])
  expect(texts.map((text) => /origin HEAD:refs\/planogram\/(.*)/.exec(text)?.[1])).toEqual([
    'shops/north/production',
    'shops/south/production',
    'shops-north-6b184181/production',
  ])
  expect(new Set(texts.flatMap((text) => text.match(/group: \S+/g))).size).toBe(6)
  expect(new Set(texts.map((text) => /^name: (.*)/.exec(text)?.[1])).size).toBe(3)
  expect(checks.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0])
})

test('the workflow installs what --package names; without it, it stops with what to set before npm runs', async () => {
  await planogram(root, ['init', 'one', '--yes', '--package', './.github/planogram-0.1.0.tgz'])
  await planogram(root, ['init', 'two', '--yes'])
  const [one, two] = ['one', 'two'].map((folder) => parse(read(`${folder}/.github/workflows/planogram.yml`)) as Workflow)
  const install = two?.jobs['check']?.steps.find(({ run }) => run?.startsWith('npm install') === true)?.run ?? ''

  const asked = spawnSync('bash', ['-e', '-c', install.replace('npm install', 'echo')], { env: { PLANOGRAM: '' }, encoding: 'utf8' })
  const named = spawnSync('bash', ['-e', '-c', install.replace('npm install', 'echo')], { env: one?.env, encoding: 'utf8' })

  expect([one?.env, two?.env]).toEqual([{ PLANOGRAM: './.github/planogram-0.1.0.tgz' }, { PLANOGRAM: '' }])
  expect([asked.stdout, asked.status === 0]).toEqual(['', false])
  expect(asked.stderr).toContain('PLANOGRAM: is not set, see the top of this workflow')
  expect(named.stdout).toBe('--global --ignore-scripts ./.github/planogram-0.1.0.tgz\n')
})
