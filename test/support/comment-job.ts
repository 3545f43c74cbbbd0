import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runPullRequest } from '../../src/pull-request/run.ts'
import { type CodeHost, hostToken, startCodeHost } from './code-host.ts'

/** The commit at the head of pull request 5, and that of its merge. */
export const head = 'a'.repeat(40)
export const merge = 'c'.repeat(40)

/** A change of a plan. */
export interface ListedChange {
  readonly address: string
  readonly price: number
  readonly line?: number
}

/** So many changes. */
export function listedChanges(count: number): readonly ListedChange[] {
  return Array.from({ length: count }, (_, index) => ({ address: `product.P${index}`, price: 1 }))
}

/** How a command ended. */
interface Ran {
  readonly exitCode: number
  readonly out: string
  readonly errors: string
}

interface Occasion {
  readonly commit?: string
  readonly at?: string
  readonly event?: string
}

/** A job of GitHub with pull request 5, and a folder for its files. */
export interface CommentJob extends AsyncDisposable {
  readonly folder: string
  readonly host: CodeHost
  /** Writes plan.json with a hash of this letter, and plan.md. */
  writePlan(letter: string, changes: readonly ListedChange[], body?: string): void
  /** Runs `planogram-pr`; `at`: the head in the event, `event`: the file of the event. */
  run(argv: readonly string[], occasion?: Occasion): Promise<Ran>
  /** Shows the plan that was written. */
  show(occasion?: Occasion): Promise<Ran>
  /** Moves the head of the pull request to a commit, and shows the plan. */
  push(at?: string): Promise<Ran>
}

/** Starts the code host of the job. */
export async function startCommentJob(): Promise<CommentJob> {
  const folder = mkdtempSync(join(tmpdir(), 'planogram-pr-'))
  const host = await startCodeHost()
  host.pulls.push({ number: 5, head, merged: null })
  const run: CommentJob['run'] = (argv, occasion = {}) => runIn({ folder, host }, argv, occasion)
  const show: CommentJob['show'] = (occasion) => run(['plan', join(folder, 'plan.json'), '--body', join(folder, 'plan.md')], occasion)
  return {
    folder,
    host,
    run,
    show,
    writePlan: (letter, changes, body = 'The plan\n') => {
      writeFileSync(join(folder, 'plan.json'), planFile(letter, changes))
      writeFileSync(join(folder, 'plan.md'), body)
    },
    push: (at = head) => {
      Object.assign(host.pulls[0] ?? {}, { head: at })
      return show({ at })
    },
    [Symbol.asyncDispose]: async () => {
      await host[Symbol.asyncDispose]()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A plan file as planogram writes it: each member, and each change, is a line. */
function planFile(letter: string, changes: readonly ListedChange[]): string {
  const lines = changes.map(({ address, price, line = 1 }) =>
    JSON.stringify({ address, fields: [{ after: price }], source: { file: 'a.yaml', line } }),
  )
  return `{
  "made_from": {"store":{"name":"production"}},
  "plan_hash": "${letter.repeat(64)}",
  "changes": ${lines.length === 0 ? '[]' : `[\n    ${lines.join(',\n    ')}\n  ]`},
  "steps": [
    {"id":"s1"}
  ],
  "file_hash": "${'f'.repeat(64)}"
}
`
}

async function runIn(
  { folder, host }: Pick<CommentJob, 'folder' | 'host'>,
  argv: readonly string[],
  { commit = merge, at = head, event = join(folder, 'event.json') }: Occasion,
): Promise<Ran> {
  writeFileSync(join(folder, 'event.json'), JSON.stringify({ pull_request: { number: 5, head: { sha: at } } }))
  const env = {
    TOKEN: hostToken,
    GITHUB_API_URL: host.url,
    GITHUB_SERVER_URL: 'https://code.example',
    GITHUB_REPOSITORY: 'acme/shop',
    GITHUB_RUN_ID: '77',
    GITHUB_EVENT_PATH: event,
    GITHUB_SHA: commit,
  }
  let [out, errors] = ['', '']
  const exitCode = await runPullRequest(argv, { env, print: (text) => (out += text), warn: (text) => (errors += text) })
  return { exitCode, out, errors }
}
