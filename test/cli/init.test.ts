import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { planogram } from '../support/command-line.ts'
import { filesIn } from '../support/files-in.ts'
import { freshFolder } from '../support/fresh-folder.ts'

const fresh = freshFolder()

const ofEvery = [
  '.github/workflows/planogram.yml',
  '.gitignore',
  'planogram.yaml',
  'schemas/catalogue.schema.json',
  'schemas/overlay.schema.json',
  'schemas/planogram.schema.json',
]
const ofExample = ['prices.yaml', 'products/kitchen.yaml', 'products/tees.yaml', 'shop.yaml']
const production = ['--store-url', 'https://shop.example/', '--files-url', 'https://files.example', '--site', 'acme']

test('without a terminal it reports that it uses the defaults; the last lines are the next commands', async () => {
  const { exitCode, stdout, stderr } = await planogram(fresh.root, ['init', 'shop'])

  expect(exitCode).toBe(0)
  expect(filesIn(join(fresh.root, 'shop'))).toEqual([...ofEvery, ...ofExample].toSorted())
  expect(
    stdout
      .split('\n')
      .slice(0, -1)
      .map((line) => line.slice(2))
      .toSorted(),
  ).toEqual([...ofEvery, ...ofExample].toSorted())
  expect(stderr).toBe(`No interactive terminal: using the defaults, the embedded store and example products (see \`planogram init --help\`).

Next:
  cd shop
  planogram validate   check the documents offline
  planogram plan       print what would change in the embedded store
  planogram apply      review the plan, then apply it
  planogram emulator   look at the shop in the browser

Before the workflow can run, set PLANOGRAM at its top to what npm installs as
planogram: a path in the repository, a git URL with a commit, or name@version.
`)
})

test('what it writes is valid, in canonical form, plans, applies, and then has nothing to do', async () => {
  await planogram(fresh.root, ['init', '--yes'])

  const valid = await planogram(fresh.root, ['validate'])
  const form = await planogram(fresh.root, ['fmt', '--check'])
  const applied = await planogram(fresh.root, ['apply', '--auto-approve'])
  const again = await planogram(fresh.root, ['plan', '--detailed-exitcode'])

  expect(valid).toEqual({ exitCode: 0, stdout: 'No problems in 4 files\n', stderr: '' })
  expect(form.exitCode).toBe(0)
  expect(applied.exitCode).toBe(0)
  expect(applied.stdout).toContain('The store now matches the catalogue.')
  expect(again.exitCode).toBe(0)
  expect(again.stdout).not.toContain('not yet in force')
})

test('with a store: its addresses and the name of its key, no example, and a workflow that plans and applies', async () => {
  const { exitCode, stderr } = await planogram(fresh.root, ['init', ...production, '--name', 'live-shop'])

  const config: unknown = parse(fresh.read('planogram.yaml'))
  const workflow: unknown = parse(fresh.read('.github/workflows/planogram.yml'))

  expect(exitCode).toBe(0)
  expect(filesIn(fresh.root)).toEqual(ofEvery)
  expect(config).toEqual({
    stores: {
      local: { emulator: true },
      'live-shop': {
        base_url: 'https://shop.example',
        files_url: 'https://files.example',
        site_name: 'acme',
        key: '${LIVE_SHOP_KEY}',
        protected: true,
      },
    },
    default_store: 'live-shop',
  })
  expect(stderr).toContain('export LIVE_SHOP_KEY=...')
  expect(workflow).toMatchObject({
    jobs: {
      check: { if: "github.event_name != 'schedule'" },
      plan: {
        if: "github.event_name == 'pull_request' && github.actor != 'dependabot[bot]' && github.event.pull_request.head.repo.full_name == github.repository",
      },
      comment: { needs: 'plan', permissions: { contents: 'read', 'pull-requests': 'write' } },
      apply: {
        if: "github.event_name == 'push' || (github.event_name == 'workflow_dispatch' && (github.ref == 'refs/heads/main' || github.ref == 'refs/heads/master'))",
        environment: '${{ matrix.store }}',
      },
      report: { needs: 'apply', permissions: { contents: 'write', 'pull-requests': 'write' } },
      drift: { if: "github.event_name == 'schedule'" },
    },
  })
  expect((await planogram(fresh.root, ['validate'])).exitCode).toBe(0)
  expect((await planogram(fresh.root, ['fmt', '--check'])).exitCode).toBe(0)
})

test('--no-workflow writes none', async () => {
  await planogram(fresh.root, ['init', '--no-workflow'])

  expect(filesIn(fresh.root)).toEqual([...ofEvery.filter((file) => !file.startsWith('.github')), ...ofExample].toSorted())
})

test('a catalogue inside of another one is refused: the other one would read its documents', async () => {
  await planogram(fresh.root, ['init', '--yes'])

  const { exitCode, stderr } = await planogram(fresh.root, ['init', 'products/second', '--yes'])

  expect(exitCode).toBe(64)
  expect(stderr).toContain(`is inside the catalogue ${fresh.root}`)
  expect(existsSync(join(fresh.root, 'products/second'))).toBe(false)
})

test('an existing file is never replaced; example documents are never written to an existing catalogue', async () => {
  writeFileSync(join(fresh.root, 'planogram.yaml'), 'stores: { local: { emulator: true } }\n')
  writeFileSync(join(fresh.root, '.gitignore'), 'mine\n')

  const { exitCode, stdout, stderr } = await planogram(fresh.root, ['init', '--yes'])
  const again = await planogram(fresh.root, ['init', '--yes'])

  expect(exitCode).toBe(0)
  expect(fresh.read('planogram.yaml')).toBe('stores: { local: { emulator: true } }\n')
  expect(fresh.read('.gitignore')).toBe(
    'mine\n\n# The state of this machine and the embedded store; plans are made again.\n.planogram/\nplan.json\n',
  )
  expect(stdout).toContain('= planogram.yaml exists; unchanged\n')
  expect(stdout).toContain('~ .gitignore exists; added the lines for planogram at its end\n')
  expect(again.stdout).toContain('= .gitignore exists; unchanged\n')
  expect(stderr).toContain('no example documents were written. Missing files were written.')
  expect(again.stderr).toContain('No file was missing.')
  expect(filesIn(fresh.root)).toEqual(ofEvery)
})

test('flags for a new config are reported where there is one', async () => {
  writeFileSync(join(fresh.root, 'planogram.yaml'), 'stores: { local: { emulator: true } }\n')

  const flagged = await planogram(fresh.root, ['init', '--yes', '--store-url', 'https://shop.example', '--name', 'shop'])

  expect(flagged.exitCode).toBe(0)
  expect(flagged.stderr).toContain('warning: `--store-url`, `--name` have no effect: planogram.yaml exists and is unchanged.')
})

test('YAML files that are not documents are named', async () => {
  writeFileSync(join(fresh.root, 'docker-compose.yaml'), 'services: {}\n')

  const { stderr } = await planogram(fresh.root, ['init', '--yes'])

  expect(stderr).toContain('This folder already has YAML files: docker-compose.yaml.')
})

test('existing settings of VS Code stay, and the missing ones are printed', async () => {
  mkdirSync(join(fresh.root, '.vscode'))
  writeFileSync(join(fresh.root, '.vscode/settings.json'), '{}')

  const { stderr } = await planogram(fresh.root, ['init', '--vscode'])

  expect(fresh.read('.vscode/settings.json')).toBe('{}')
  expect(stderr).toContain('Add to .vscode/settings.json: "yaml.customTags": ["!remove scalar","!replace mapping"]\n')
})

test.each([
  [
    'an address over http',
    ['--store-url', 'http://shop.example'],
    '`--store-url` does not accept `http://shop.example`.\n  help: Give an address that starts with https://: over http',
  ],
  [
    'an address with a password',
    ['--store-url', 'https://a:b@shop.example'],
    '`--store-url` does not accept `https://***@shop.example`.\n  help: Give an address such as https://shop.example, without',
  ],
  [
    'the name of the embedded store',
    ['--store-url', 'https://shop.example', '--name', 'local'],
    '`--name` does not accept `local`.\n  help: Give another name: local is the embedded store.',
  ],
  [
    'a files address without a site',
    ['--store-url', 'https://shop.example', '--files-url', 'https://f.example'],
    '`--files-url` and `--site` belong together',
  ],
  ['a site without a store', ['--site', 'acme'], 'need `--store-url`'],
  ['a package with a blank', ['--package', 'a b'], '`--package` does not accept `a b`.\n  help: Give a path such as'],
  ['a package that is an expression', ['--package', '${{secrets.X}}'], '`--package` does not accept `${{secrets.X}}`.'],
  ['a package that is an option', ['--package=--unsafe'], '`--package` does not accept `--unsafe`.'],
  ['a package without a version', ['--package', 'planogram'], '`--package` does not accept `planogram`.\n  help: Give a path such as'],
  ['a git URL without a commit', ['--package', 'git+https://code.example/planogram.git'], 'a git URL with a commit such as'],
  ['a git URL with a password', ['--package', 'git+https://ada:secret@code.example/planogram.git#1a2b3c4'], '`--package` does not accept'],
])('%s is refused, and nothing is written', async (_, flags, words) => {
  const ended = await planogram(fresh.root, ['init', ...flags])

  expect(ended.exitCode).toBe(64)
  expect(ended.stderr).toContain(words)
  expect(readdirSync(fresh.root)).toEqual([])
})

test('the plan of a catalogue that was not pulled yet says that it is empty: no store was asked', async () => {
  await planogram(fresh.root, ['init', '--yes', '--store-url', 'https://shop.invalid'])

  const planned = await planogram(fresh.root, ['plan'], { PRODUCTION_KEY: 'any', PRODUCTION_KEY_HOST: 'shop.invalid' })

  expect([planned.exitCode, planned.stdout.trimEnd().split('\n').at(-1)]).toEqual([
    0,
    'No changes: the catalogue is empty. `planogram pull` fills it from the store.',
  ])
})

test('the next command downloads pictures only where the config says where they are', async () => {
  const without = await planogram(fresh.root, ['init', 'a', '--yes', '--store-url', 'https://shop.example'])
  const withFiles = await planogram(fresh.root, ['init', 'b', '--yes', ...production])

  expect(without.stderr).toMatch(/^ {2}planogram pull +write the records/m)
  expect(withFiles.stderr).toMatch(/^ {2}planogram pull --images +write the records/m)
})
