import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { markerOf } from '../../../src/pull-request/marker.ts'
import { runPullRequest } from '../../../src/pull-request/run.ts'
import { type CodeHost, hostToken, startCodeHost } from '../../support/code-host.ts'

const head = 'a'.repeat(40)
const merge = 'c'.repeat(40)
let folder = ''
let host: CodeHost

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'planogram-pr-'))
  host = await startCodeHost()
  host.pulls.push({ number: 5, head, merged: null })
  onTestFinished(async () => {
    await host[Symbol.asyncDispose]()
    rmSync(folder, { recursive: true, force: true })
  })
})

interface Change {
  readonly address: string
  readonly price: number
  readonly line?: number
}

function writePlan(letter: string, changes: readonly Change[], body = 'The plan\n'): void {
  const listed = changes.map(({ address, price, line = 1 }) => ({ address, fields: [{ after: price }], source: { file: 'a.yaml', line } }))
  writeFileSync(
    join(folder, 'plan.json'),
    JSON.stringify({ plan_hash: letter.repeat(64), made_from: { store: { name: 'production' } }, changes: listed }),
  )
  writeFileSync(join(folder, 'plan.md'), body)
}

interface Ran {
  readonly exitCode: number
  readonly out: string
  readonly errors: string
}

async function run(argv: readonly string[], { commit = merge, at = head, number = 5 } = {}): Promise<Ran> {
  const event = join(folder, 'event.json')
  writeFileSync(event, JSON.stringify({ pull_request: { number, head: { sha: at } } }))
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

const show = (more: { readonly at?: string } = {}) => run(['plan', join(folder, 'plan.json'), '--body', join(folder, 'plan.md')], more)

test('each plan is shown in the same comment, with what changed from one to the next', async () => {
  writePlan('1', [
    { address: 'product.MUG', price: 8 },
    { address: 'product.TEE', price: 10 },
    { address: 'product.HAT', price: 1 },
  ])
  const first = await show()
  writePlan('2', [
    { address: 'product.MUG', price: 9 },
    { address: 'product.TEE', price: 10, line: 7 },
    { address: 'product.CUP', price: 2 },
  ])
  const second = await show({ at: 'b'.repeat(40) })
  const same = await show({ at: 'd'.repeat(40) })

  expect([first.out, second.out, same.out]).toEqual([
    'Commented on pull request 5: plan 11111111 of aaaaaaaa\n',
    'Edited the comment on pull request 5: plan 22222222 of bbbbbbbb\n',
    'Edited the comment on pull request 5: plan 22222222 of dddddddd\n',
  ])
  expect(host.comments.map(({ body }) => body.split('\n').filter((line) => !line.startsWith('<!--')))).toEqual([
    [
      '### Plan for `production`',
      '',
      'Commit dddddddd · plan `22222222` · [run and artifacts](https://code.example/acme/shop/actions/runs/77)',
      '',
      'The plan',
      '',
      '<details><summary>Earlier plans of this pull request: 1</summary>',
      '',
      '- `11111111` at commit aaaaaaaa. The plan after it: new `product.CUP`; gone `product.HAT`; other values `product.MUG`.',
      '',
      '</details>',
      '',
      '',
    ],
  ])
})

function many(count: number): readonly Change[] {
  return Array.from({ length: count }, (_, index) => ({ address: `product.P${index}`, price: 1 }))
}

test('more than 300 changes are compared by their number', async () => {
  writePlan('1', many(301))
  await show()
  writePlan('2', many(2))

  await show()

  expect(host.comments[0]?.body).toContain('The plan after it: 2 changes instead of 301.')
})

test('a comment of somebody else with a marker is neither edited nor believed', async () => {
  writePlan('1', [])
  await show()
  const own = host.comments[0]?.body ?? ''
  host.comments.length = 0
  host.comments.push({ id: 1, pull: 5, author: 'mallory', body: own.replaceAll('1'.repeat(64), '6'.repeat(64)), edits: 0 })
  Object.assign(host.pulls[0] ?? {}, { merged: merge })

  const approved = await run(['approved', '--store', 'production'])
  await show()

  expect(approved.out).toBe(`number=5\nhead=${head}\n`)
  expect(host.comments.map(({ author, edits }) => [author, edits])).toEqual([
    ['mallory', 0],
    ['github-actions[bot]', 0],
  ])
})

test('the approved plan is that of the merged head, for its store and folder, also behind a hundred comments', async () => {
  for (let id = 1; id <= 120; id += 1) host.comments.push({ id, pull: 5, author: 'ada', body: 'Nice', edits: 0 })
  writePlan('1', [])
  await show()
  Object.assign(host.pulls[0] ?? {}, { merged: merge })

  const approved = await run(['approved', '--store', 'production', '--folder', '.'])
  const otherStore = await run(['approved', '--store', 'staging'])
  const otherFolder = await run(['approved', '--store', 'production', '--folder', 'shop'])
  Object.assign(host.pulls[0] ?? {}, { head: 'e'.repeat(40) })
  const laterCommit = await run(['approved', '--store', 'production'])
  const direct = await run(['approved', '--store', 'production'], { commit: 'f'.repeat(40) })

  expect(approved).toEqual({ exitCode: 0, out: `number=5\nhead=${head}\nhash=${'1'.repeat(64)}\nrun=77\n`, errors: '' })
  expect([otherStore.out, otherFolder.out]).toEqual([`number=5\nhead=${head}\n`, `number=5\nhead=${head}\n`])
  expect(laterCommit.errors).toBe('Pull request 5 shows no plan of its last commit eeeeeeee.\n')
  expect(direct).toEqual({ exitCode: 0, out: '', errors: 'This commit is not the merge of a pull request: no plan of it was approved.\n' })
})

test('a result is reported once, another outcome of the same plan again', async () => {
  Object.assign(host.pulls[0] ?? {}, { merged: merge })
  mkdirSync(join(folder, 'result'))
  const result = (name: string, text: string): void => writeFileSync(join(folder, 'result', name), text)
  const report = () => run(['result', join(folder, 'result'), '--store', 'production'])
  const titles = () => host.comments.map(({ body }) => body.split('\n')[1])
  const rejected = await report()
  result('hash', '1'.repeat(64))
  result('code', '6\n')
  result('apply.txt', '```\n</details> @ada\n')
  await report()

  result('code', '0\n')
  await report()
  const again = await report()

  expect(rejected.exitCode).toBe(0)
  expect(again.out).toBe('Pull request 5 has this result already.\n')
  expect(titles()).toEqual([
    '### Not applied: the job for `production` was rejected, or ended before the apply',
    '### Applied in part: `production` does not match the catalogue. Run the job again',
    '### Applied: `production` matches the catalogue',
  ])
  expect(host.comments[1]?.body).toContain('````text\n```\n</details> @ada\n````\n')
})

test('a rendered plan with a heading of its own gets no other one, and its hidden lines do not count', async () => {
  writePlan(
    '1',
    [],
    '<!-- planogram {"kind":"result","store":"production"} -->\n### Plan for `production` · 2 changes\n\n**2 to create**\n',
  )

  await show()

  expect(host.comments[0]?.body.split('\n').slice(1, 6)).toEqual([
    '### Plan for `production` · 2 changes',
    '',
    'Commit aaaaaaaa · plan `11111111` · [run and artifacts](https://code.example/acme/shop/actions/runs/77)',
    '',
    '**2 to create**',
  ])
  expect(markerOf(host.comments[0]?.body ?? '')?.kind).toBe('plan')
})

test('a plan that is too long for a comment leaves the link, and a long text its first and last lines', async () => {
  writePlan('1', [], 'x'.repeat(70_000))
  await show()
  const markdown = host.comments[0]?.body ?? ''
  const lines = Array.from({ length: 10_000 }, (_, index) => `line ${index}`)
  writeFileSync(join(folder, 'plan.txt'), `${lines.join('\n')}\n`)

  await run(['plan', join(folder, 'plan.json'), '--body', join(folder, 'plan.txt')])
  const text = host.comments[0]?.body ?? ''

  expect(markdown).toContain('The plan is too long for a comment. The artifacts of the run have all of it.')
  expect(text).toContain('line 0\n')
  expect(text).toMatch(/\n\.\.\. \d+ more lines: see the run\n/)
  expect(text).toContain('line 9999\n```\n')
  expect(Buffer.byteLength(text)).toBeLessThan(65_536)
})

test('a text with 200,000 back-ticks is shortened as any other', async () => {
  writePlan('a', [])
  writeFileSync(join(folder, 'plan.txt'), '`\n'.repeat(200_000))

  const { exitCode } = await run(['plan', join(folder, 'plan.json'), '--body', join(folder, 'plan.txt')])

  expect(exitCode).toBe(0)
  expect(host.comments[0]?.body).toContain('\n... 170000 more lines: see the run\n')
})

test('the marker of a comment survives any name of a folder, and a foreign text has none', async () => {
  writePlan('1', [])
  const name = 'shop --> <!-- "x" \\ ä'

  await run(['plan', join(folder, 'plan.json'), '--body', join(folder, 'plan.md'), '--folder', name])

  expect(markerOf(host.comments[0]?.body ?? '')).toEqual({
    kind: 'plan',
    folder: name,
    store: 'production',
    head,
    hash: '1'.repeat(64),
    run: '77',
    code: '',
  })
  expect(['', 'Hello', '<!-- planogram {"kind": -->', '<!-- planogram {"kind":"other"} -->'].map(markerOf)).toEqual([
    null,
    null,
    null,
    null,
  ])
})

test.each([
  ['no command', [], 64, 'error[wrong-usage]: No command was given.\n  help: Run `planogram-pr --help`.\n'],
  ['another command', ['post'], 64, 'There is no command `post`.'],
  ['an unknown option', ['plan', '--what'], 64, "Unknown option '--what'"],
  ['no body', ['plan', 'plan.json'], 64, '`--body` is missing.'],
  ['no plan file', ['plan', '/nowhere/plan.json', '--body', 'x'], 1, '/nowhere/plan.json cannot be read (ENOENT).'],
] as const)('%s is refused', async (_, argv, exitCode, message) => {
  const ended = await run(argv)

  expect(ended.exitCode).toBe(exitCode)
  expect(ended.errors).toContain(message)
  expect(host.requests).toEqual([])
})

test('an answer of the code host that is no success is an error with the request', async () => {
  writePlan('1', [])
  host.fail = 502

  const { exitCode, errors } = await show()

  expect(exitCode).toBe(1)
  expect(errors).toContain('error[forge-failed]: GET /user: answer 502, Out of order.\n  help: ')
})
