import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { planogram } from '../support/command-line.ts'
import { freshFolder } from '../support/fresh-folder.ts'
import { commit, git } from '../support/git-repository.ts'

const fresh = freshFolder()

interface Workflow {
  readonly env: Readonly<Record<string, string>>
  readonly jobs: Readonly<Record<string, { readonly steps: readonly Step[] }>>
}

const production = ['--store-url', 'https://shop.example/', '--files-url', 'https://files.example', '--site', 'acme']

test('the workflow has only commands that the program knows', async () => {
  await planogram(fresh.root, ['init', ...production])
  const steps = Object.values(
    fresh
      .read('.github/workflows/planogram.yml')
      .matchAll(/^.*?\b(planogram --chdir [^|;}\n]+|planogram show [^|;}\n]+)/gm)
      .toArray(),
  )
  const commands = steps.map(([, command = '']) =>
    command
      .replaceAll(/"\$CATALOGUE"/g, '.')
      .replaceAll('"$HASH"', 'ab'.repeat(32))
      .replaceAll('"$@"', 'plan.json')
      .replaceAll(/[12]?>>? ?\S+|&1/g, '')
      .replaceAll(/"\$[A-Z/$]+"/g, 'production')
      .trim(),
  )

  const ended = await Promise.all(commands.map((command) => planogram(fresh.root, command.split(/\s+/).slice(1))))

  expect(commands.length).toBe(13)
  expect(commands.filter((_, index) => ended[index]?.exitCode === 64)).toEqual([])
})

test('the workflow: actions by commit, write permission only in jobs without a key, and the key only in the steps that talk to the store', async () => {
  await planogram(fresh.root, ['init', ...production])

  const text = fresh.read('.github/workflows/planogram.yml')
  const { permissions, jobs, on } = parse(text) as {
    permissions: unknown
    on: Record<string, unknown>
    jobs: Record<string, { env?: unknown; permissions?: Record<string, string>; steps: Step[] }>
  }
  const steps = Object.values(jobs).flatMap((job) => job.steps)
  const writing = Object.entries(jobs).flatMap(([name, { permissions: own = {} }]) => (Object.values(own).includes('write') ? [name] : []))
  const withKey = Object.entries(jobs).flatMap(([name, job]) =>
    job.steps.flatMap(({ name: step, env }) => (JSON.stringify(env ?? '').includes('secrets.') ? [`${name}: ${step}`] : [])),
  )

  expect(permissions).toEqual({ contents: 'read' })
  expect(Object.keys(on)).toEqual(['pull_request', 'push', 'schedule', 'workflow_dispatch'])
  expect(Object.values(jobs).filter(({ env }) => env !== undefined)).toEqual([])
  expect(steps.filter(({ uses }) => uses !== undefined && !/^actions\/[a-z-]+@[0-9a-f]{40}$/.test(uses))).toEqual([])
  expect(writing).toEqual(['comment', 'report'])
  expect(withKey).toEqual(['plan: Plan', 'apply: Apply', 'drift: Compare the store with the commit that was applied last'])
  expect(text).not.toContain('pull_request_target')
})

test('the git commands of the workflow fetch the ref where it exists, and create and move it', async () => {
  await planogram(fresh.root, ['init', ...production])
  const { jobs } = parse(fresh.read('.github/workflows/planogram.yml')) as { jobs: Record<string, { steps: Step[] }> }
  const commands = Object.values(jobs).flatMap(({ steps }) =>
    steps.flatMap(({ run }) => (run?.includes('credential.helper') === true ? [run] : [])),
  )
  const [fetchRef = '', pushRef = ''] = [commands[0], commands.at(-2)]
  const origin = join(fresh.root, 'origin')
  mkdirSync(origin)
  git(origin, 'init', '--quiet')
  const first = commit(origin, { 'a.yaml': 'groups: {}\n' })
  const second = commit(origin)
  git(fresh.root, 'clone', '--quiet', '--depth', '1', `file://${origin}`, 'clone')
  const clone = join(fresh.root, 'clone')
  mkdirSync(join(clone, 'result'))
  const env = { ...process.env, REFS: 'refs/planogram', STORE: 'production', RUNNER_TEMP: clone }
  const sh = (text: string): void => void execFileSync('sh', ['-e', '-c', text], { cwd: clone, stdio: 'pipe', env })

  sh(fetchRef)
  const none = appliedIn(clone)
  git(origin, 'update-ref', 'refs/planogram/production', first)
  sh(fetchRef)
  const fetched = appliedIn(clone)
  writeFileSync(join(clone, 'result/code'), '6\n')
  sh(pushRef)
  const failed = appliedIn(origin)
  writeFileSync(join(clone, 'result/code'), '0\n')
  sh(pushRef)

  expect(commands.length).toBe(4)
  expect([none, fetched, failed, appliedIn(origin)]).toEqual(['', first, first, second])
})

/** The commits of the refs of planogram in a repository. */
function appliedIn(folder: string): string {
  return git(folder, 'for-each-ref', '--format=%(objectname)', 'refs/planogram')
}

test('the folder of a catalogue is taken literally by the paths of the workflow', async () => {
  const repository = fresh.root
  git(repository, 'init', '--quiet')

  await planogram(repository, ['init', "it's [eu] c++!", ...production])

  const [file = ''] = readdirSync(join(repository, '.github/workflows'))
  const { on } = parse(fresh.read(`.github/workflows/${file}`)) as { on: { push: { paths: readonly string[] } } }
  expect(on.push.paths).toEqual(["it's \\[eu\\] c\\+\\+\\!/**", `.github/workflows/${file}`])
})

interface Step {
  readonly name?: string
  readonly uses?: string
  readonly run?: string
  readonly env?: unknown
}

test('the workflow installs what --package names; without it, it stops with what to set before npm runs', async () => {
  await planogram(fresh.root, ['init', 'one', '--yes', '--package', 'git+https://code.example/tools/planogram.git#1a2b3c4'])
  const { stderr } = await planogram(fresh.root, ['init', 'two', '--yes'])
  const [one, two] = ['one', 'two'].map((folder) => parse(fresh.read(`${folder}/.github/workflows/planogram.yml`)) as Workflow)
  const install = two?.jobs['check']?.steps.find(({ name }) => name === 'Install planogram')?.run ?? ''
  const run = (env: Record<string, string> | undefined) =>
    spawnSync('bash', ['-e', '-c', install.replaceAll('npm ', 'echo ')], {
      env: { PATH: process.env['PATH'], RUNNER_TEMP: '/tmp', ...env },
      encoding: 'utf8',
    })

  const asked = run(two?.env)
  const named = run(one?.env)

  expect([one?.env, two?.env]).toEqual([
    { PLANOGRAM: 'git+https://code.example/tools/planogram.git#1a2b3c4', CATALOGUE: '.' },
    { PLANOGRAM: '', CATALOGUE: '.' },
  ])
  expect([asked.stdout, asked.status === 0]).toEqual(['', false])
  expect(asked.stderr).toContain('PLANOGRAM: is not set, see the top of this workflow')
  expect(named.stdout).toContain('install --global --ignore-scripts /tmp/pack --loglevel error')
  expect(named.stdout).toContain('git+https://code.example/tools/planogram.git#1a2b3c4')
  expect(stderr).toContain('Before the workflow can run, set PLANOGRAM at its top to what npm installs as\nplanogram: ')
})

test('in a folder with a config, the workflow is for each store of it but the embedded one', async () => {
  mkdirSync(join(fresh.root, '.git'))
  mkdirSync(join(fresh.root, 'shop'))
  writeFileSync(
    join(fresh.root, 'shop/planogram.yaml'),
    `stores:
  local: { emulator: true }
  staging: { base_url: https://staging.example, key: '\${STAGING_KEY}' }
  production: { base_url: https://shop.example, files_url: https://files.example, site_name: acme, key_file: /run/secrets/key }
`,
  )

  const { exitCode } = await planogram(fresh.root, ['init', 'shop'])
  const text = fresh.read('.github/workflows/planogram.shop.yml')
  const { jobs, on } = parse(text) as {
    on: { workflow_dispatch: { inputs: { store: { options: unknown } } } }
    jobs: Record<string, { strategy?: { matrix: { store: unknown } }; steps: Step[] }>
  }

  expect(exitCode).toBe(0)
  expect(jobs['plan']?.strategy?.matrix.store).toEqual(['staging', 'production'])
  expect(on.workflow_dispatch.inputs.store.options).toEqual(['staging', 'production'])
  expect(jobs['plan']?.steps.find(({ name }) => name === 'Plan')?.env).toEqual({
    STORE: '${{ matrix.store }}',
    STAGING_KEY: '${{ secrets.STAGING_KEY }}',
    STAGING_KEY_HOST: '${{ vars.STAGING_KEY_HOST }}',
  })
  expect(text).toContain('staging.example: the hosts that the key may be sent to')
})

test('a store whose name would be something else in YAML or in a ref is in no workflow: nothing is written', async () => {
  const config = "stores: { 'one, ${{ secrets.KEY }}': { base_url: https://shop.example, key_file: /run/key } }\n"
  writeFileSync(join(fresh.root, 'planogram.yaml'), config)

  const refused = await planogram(fresh.root, ['init'])
  const written = readdirSync(fresh.root)
  const without = await planogram(fresh.root, ['init', '--no-workflow'])

  expect([refused.exitCode, written, without.exitCode]).toEqual([64, ['planogram.yaml'], 0])
  expect(refused.stderr).toContain(
    'The workflow cannot have the store `one, ${{ secrets.KEY }}` of the config: its name is part of a git ref.',
  )
  expect(existsSync(join(fresh.root, '.github'))).toBe(false)
})

test('in a folder of a repository the workflow is written at its root, beside others, which is reported, with the path to the folder', async () => {
  mkdirSync(join(fresh.root, '.github/workflows'), { recursive: true })
  mkdirSync(join(fresh.root, '.git'))
  writeFileSync(join(fresh.root, '.github/workflows/planogram.yml'), 'name: own\n')

  const { stdout } = await planogram(fresh.root, ['init', 'data/shop', ...production])

  expect(existsSync(join(fresh.root, 'data/shop/.github'))).toBe(false)
  expect(fresh.read('.github/workflows/planogram.yml')).toBe('name: own\n')
  expect(stdout).toContain('+ ../../.github/workflows/planogram.data.shop.yml  at the root of the repository; --no-workflow writes none\n')
  expect(fresh.read('.github/workflows/planogram.data.shop.yml')).toContain('  CATALOGUE: data/shop #')
})

test('each catalogue of a repository has a workflow of its own, which checks it, and refs, artifacts and groups of its own', async () => {
  mkdirSync(join(fresh.root, '.git'))
  const folders = ['shops/north', 'shops/south', 'shops north']
  const names = ['planogram.shops.north', 'planogram.shops.south', 'planogram.shops-north-6b184181']

  for (const folder of folders) await planogram(fresh.root, ['init', folder, ...production])
  const texts = names.map((name) => fresh.read(`.github/workflows/${name}.yml`))
  const workflows = texts.map((text) => parse(text) as Workflow & { readonly name: string })
  const checks = await Promise.all(folders.map((folder) => planogram(fresh.root, ['--chdir', folder, 'validate', '--format', 'github'])))

  expect(readdirSync(join(fresh.root, '.github/workflows')).toSorted()).toEqual(names.map((name) => `${name}.yml`).toSorted())
  expect(workflows.map(({ env }) => env['CATALOGUE'])).toEqual(folders)
  expect(workflows.map(({ env }) => env['REFS'])).toEqual([
    'refs/planogram/shops/north',
    'refs/planogram/shops/south',
    'refs/planogram/shops-north-6b184181',
  ])
  expect(new Set(texts.flatMap((text) => text.match(/group: \S+/g))).size).toBe(9)
  expect(new Set(texts.flatMap((text) => text.match(/name: '?planogram[^\s$]*/g))).size).toBe(12)
  expect(workflows.map(({ name }) => name)).toEqual(names)
  expect(checks.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0])
})
