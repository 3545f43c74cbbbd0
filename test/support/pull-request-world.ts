import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { RunningEmulator } from '../../src/emulator/emulator-options.ts'
import { startEmulator } from '../../src/emulator/start-emulator.ts'
import { type CodeHost, hostToken, startCodeHost } from './code-host.ts'
import { projectRoot } from './command-line.ts'
import { commit, git } from './git-repository.ts'
import type { Occasion, Runner } from './workflow-run.ts'

/** A repository with a catalogue, a code host with its pull requests, and a store: what a pipeline works on. */
export interface PullRequestWorld extends AsyncDisposable {
  readonly host: CodeHost
  readonly store: RunningEmulator
  /** The repository that jobs clone and push to; `main` is checked out. */
  readonly origin: string
  readonly runner: Runner
  /** Commits files to a new branch, or to that of a pull request, and opens the request or moves it. */
  pull(branch: string, files: Readonly<Record<string, string>>): Occasion
  /** Merges a branch into `main`. */
  merge(branch: string): Occasion
  /** The commits of the refs below refs/planogram, by name. */
  applied(): Readonly<Record<string, string>>
  /** The prices of products in the store, by sku. */
  prices(): Readonly<Record<string, string>>
  /** Changes a price in the store, as its administration does. */
  setPrice(sku: string, price: string): void
}

/** Starts it, with the files of the first commit; `base_url` and so on are for `planogram.yaml`, at `folder`. */
export async function startPullRequestWorld(options: {
  readonly host?: CodeHost['kind']
  readonly folder?: string
  readonly files: Readonly<Record<string, string>>
}): Promise<PullRequestWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'planogram-ci-'))
  const host = await startCodeHost(options.host)
  const store = await startEmulator({ key: 'key-of-the-store' })
  const origin = join(folder, 'origin.git')
  mkdirSync(origin)
  git(origin, 'init', '--quiet', '--initial-branch', 'main')
  const config = `stores:
  local: { emulator: true }
  production:
    base_url: ${store.url}
    key: \${PRODUCTION_KEY}
    protected: true
default_store: production
guards: { max_changes: off, price_change: off }
`
  commit(origin, { '.gitignore': '.planogram/\n', [join(options.folder ?? '', 'planogram.yaml')]: config, ...options.files })
  const runner: Runner = {
    folder,
    origin,
    token: hostToken,
    secrets: { PRODUCTION_KEY: 'key-of-the-store' },
    vars: { PRODUCTION_KEY_HOST: new URL(store.url).host },
    env: {
      PATH: `${programs(folder)}:${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
      CI: 'true',
      NO_COLOR: '1',
      GIT_CONFIG_NOSYSTEM: '1',
      GITHUB_API_URL: host.url,
      GITHUB_SERVER_URL: 'https://code.example',
      GITHUB_REPOSITORY: 'acme/shop',
    },
  }
  let runs = 100
  const pullOf = (branch: string) => host.pulls.find(({ number }) => numberOf(branch) === number)
  return {
    host,
    store,
    origin,
    runner,
    pull: (branch, files) => {
      const isNew = git(origin, 'branch', '--list', branch) === ''
      git(origin, 'checkout', '--quiet', ...(isNew ? ['-b', branch] : [branch]))
      const head = commit(origin, files)
      // As GitHub does, a job of a pull request gets the merge with its target.
      git(origin, 'checkout', '--quiet', '--detach', 'main')
      git(origin, 'merge', '--quiet', '--no-ff', '--message', 'Merge', head)
      const merged = git(origin, 'rev-parse', 'HEAD')
      git(origin, 'checkout', '--quiet', 'main')
      const number = numberOf(branch)
      const open = pullOf(branch)
      if (open === undefined) host.pulls.push({ number, head, merged: null })
      else open.head = head
      const pull = { number, head: { sha: head, repo: { full_name: 'acme/shop' } } }
      return { event: 'pull_request', commit: merged, payload: { number, pull_request: pull }, run: (runs += 1) }
    },
    merge: (branch) => {
      git(origin, 'merge', '--quiet', '--no-ff', '--message', `Merge ${branch}`, branch)
      const merged = git(origin, 'rev-parse', 'HEAD')
      const open = pullOf(branch)
      if (open !== undefined) open.merged = merged
      host.history.push(merged)
      return { event: 'push', commit: merged, run: (runs += 1) }
    },
    applied: () =>
      Object.fromEntries(
        git(origin, 'for-each-ref', '--format=%(refname) %(objectname)', 'refs/planogram')
          .split('\n')
          .filter((line) => line !== '')
          .map((line) => line.split(' ') as [string, string]),
      ),
    prices: () => Object.fromEntries(store.records('Product').map(({ fields }) => [String(fields['sku']), String(fields['price'])])),
    setPrice: (sku, price) => {
      store.seed({ records: [{ resource: 'Product', fields: { sku, price }, children: {} }] })
    },
    [Symbol.asyncDispose]: async () => {
      await store.close()
      await host[Symbol.asyncDispose]()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The number of a pull request is that at the end of its branch: `prices-2`. */
function numberOf(branch: string): number {
  return Number(/\d+$/.exec(branch)?.[0])
}

/** A folder with the built programs, and an npm that reports what it was asked to install. */
function programs(folder: string): string {
  const bin = join(folder, 'bin')
  mkdirSync(bin)
  for (const [name, file] of [
    ['planogram', 'cli/main.js'],
    ['planogram-pr', 'pull-request/main.js'],
  ] as const) {
    writeFileSync(join(bin, name), `#!/bin/sh\nexec '${process.execPath}' '${join(projectRoot, 'dist', file)}' "$@"\n`, { mode: 0o755 })
  }
  writeFileSync(join(bin, 'npm'), `#!/bin/sh\nif [ "$1" = pack ]; then echo packed.tgz; fi\necho "npm $*" >&2\n`, { mode: 0o755 })
  symlinkSync(process.execPath, join(bin, 'node'))
  return bin
}
