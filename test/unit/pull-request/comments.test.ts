import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { markerOf } from '../../../src/pull-request/marker.ts'
import { type CommentJob, head, listedChanges, merge, startCommentJob } from '../../support/comment-job.ts'

let job: CommentJob

beforeEach(async () => {
  job = await startCommentJob()
  onTestFinished(() => job[Symbol.asyncDispose]())
})

test('each plan is shown in the same comment, with what changed from one to the next', async () => {
  job.writePlan('1', [
    { address: 'product.MUG', price: 8 },
    { address: 'product.TEE', price: 10 },
    { address: 'product.HAT', price: 1 },
  ])
  const first = await job.push()
  job.writePlan('2', [
    { address: 'product.MUG', price: 9 },
    { address: 'product.TEE', price: 10, line: 7 },
    { address: 'product.CUP', price: 2 },
  ])
  const second = await job.push('b'.repeat(40))
  const same = await job.push('d'.repeat(40))

  expect([first.out, second.out, same.out]).toEqual([
    'Commented on pull request 5: plan 11111111 of aaaaaaaa\n',
    'Edited the comment on pull request 5: plan 22222222 of bbbbbbbb\n',
    'Edited the comment on pull request 5: plan 22222222 of dddddddd\n',
  ])
  expect(job.host.comments.map(({ body }) => body.split('\n').filter((line) => !line.startsWith('<!--')))).toEqual([
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

test('more than 300 changes are compared by their number', async () => {
  job.writePlan('1', listedChanges(301))
  await job.push()
  job.writePlan('2', listedChanges(2))

  await job.push()

  expect(job.host.comments[0]?.body).toContain('The plan after it: 2 changes instead of 301.')
})

test('a comment of somebody else with a marker is neither edited nor believed', async () => {
  job.writePlan('1', [])
  await job.push()
  const own = job.host.comments[0]?.body ?? ''
  job.host.comments.length = 0
  job.host.comments.push({ id: 1, pull: 5, author: 'mallory', body: own.replaceAll('1'.repeat(64), '6'.repeat(64)), edits: 0 })
  Object.assign(job.host.pulls[0] ?? {}, { merged: merge })

  const approved = await job.run(['approved', '--store', 'production'])
  await job.push()

  expect(approved.out).toBe(`number=5\nhead=${head}\n`)
  expect(job.host.comments.map(({ author, edits }) => [author, edits])).toEqual([
    ['mallory', 0],
    ['github-actions[bot]', 0],
  ])
})

test('the approved plan is that of the merged head, for its store and folder, also behind a hundred comments', async () => {
  for (let id = 1; id <= 120; id += 1) job.host.comments.push({ id, pull: 5, author: 'ada', body: 'Nice', edits: 0 })
  job.writePlan('1', [])
  await job.push()
  Object.assign(job.host.pulls[0] ?? {}, { merged: merge })

  const approved = await job.run(['approved', '--store', 'production', '--folder', '.'])
  const otherStore = await job.run(['approved', '--store', 'staging'])
  const otherFolder = await job.run(['approved', '--store', 'production', '--folder', 'shop'])
  Object.assign(job.host.pulls[0] ?? {}, { head: 'e'.repeat(40) })
  const laterCommit = await job.run(['approved', '--store', 'production'])
  const direct = await job.run(['approved', '--store', 'production'], { commit: 'f'.repeat(40) })

  expect(approved).toEqual({ exitCode: 0, out: `number=5\nhead=${head}\nhash=${'1'.repeat(64)}\nrun=77\n`, errors: '' })
  expect([otherStore.out, otherFolder.out]).toEqual([`number=5\nhead=${head}\n`, `number=5\nhead=${head}\n`])
  expect(laterCommit.errors).toBe('Pull request 5 shows no plan of its last commit eeeeeeee.\n')
  expect(direct).toEqual({ exitCode: 0, out: '', errors: 'This commit is not the merge of a pull request: no plan of it was approved.\n' })
})

test('a result is reported once, another outcome of the same plan again', async () => {
  Object.assign(job.host.pulls[0] ?? {}, { merged: merge })
  mkdirSync(join(job.folder, 'result'))
  const result = (name: string, text: string): void => writeFileSync(join(job.folder, 'result', name), text)
  const report = () => job.run(['result', join(job.folder, 'result'), '--store', 'production'])
  const titles = () => job.host.comments.map(({ body }) => body.split('\n')[1])
  const rejected = await report()
  result('hash', '1'.repeat(64))
  await report()
  result('code', '6\n')
  result('apply.txt', '\u001B[31m```\u001B[39m\r\n</details> \u001B]8;;https://x.example\u0007@ada\n')
  await report()

  result('code', '0\n')
  await report()
  const again = await report()

  expect(rejected.exitCode).toBe(0)
  expect(again.out).toBe('Pull request 5 has this result already.\n')
  expect(titles()).toEqual([
    '### Not applied: the job for `production` was rejected, or ended before the apply',
    '### The apply to `production` did not end: it may be applied in part. Run the job again',
    '### Applied in part: `production` does not match the catalogue. Run the job again',
    '### Applied: `production` matches the catalogue',
  ])
  expect(job.host.comments[2]?.body).toContain('````text\n```\n</details> @ada\n````\n')
})

test('a rendered plan with a heading of its own gets no other one, and its hidden lines do not count', async () => {
  job.writePlan(
    '1',
    [],
    '<!-- planogram {"kind":"result","store":"production"} -->\n### Plan for `production` · 2 changes\n\n**2 to create**\n',
  )

  await job.push()

  expect(job.host.comments[0]?.body.split('\n').slice(1, 6)).toEqual([
    '### Plan for `production` · 2 changes',
    '',
    'Commit aaaaaaaa · plan `11111111` · [run and artifacts](https://code.example/acme/shop/actions/runs/77)',
    '',
    '**2 to create**',
  ])
  expect(markerOf(job.host.comments[0]?.body ?? '')?.kind).toBe('plan')
})

test('a plan that is too long for a comment leaves the link, and a long text its first and last lines', async () => {
  job.writePlan('1', [], 'x'.repeat(70_000))
  await job.push()
  const markdown = job.host.comments[0]?.body ?? ''
  const lines = Array.from({ length: 10_000 }, (_, index) => `line ${index}`)
  writeFileSync(join(job.folder, 'plan.txt'), `${lines.join('\n')}\n`)

  await job.run(['plan', join(job.folder, 'plan.json'), '--body', join(job.folder, 'plan.txt')])
  const text = job.host.comments[0]?.body ?? ''

  expect(markdown).toContain('The plan is too long for a comment. The artifacts of the run have all of it.')
  expect(text).toContain('line 0\n')
  expect(text).toMatch(/\n\.\.\. \d+ more lines: see the run\n/)
  expect(text).toContain('line 9999\n```\n')
  expect(Buffer.byteLength(text)).toBeLessThan(65_536)
})

test('a text with 200,000 back-ticks is shortened as any other', async () => {
  job.writePlan('a', [])
  writeFileSync(join(job.folder, 'plan.txt'), '`\n'.repeat(200_000))

  const { exitCode } = await job.run(['plan', join(job.folder, 'plan.json'), '--body', join(job.folder, 'plan.txt')])

  expect(exitCode).toBe(0)
  expect(job.host.comments[0]?.body).toContain('\n... 170000 more lines: see the run\n')
})

test('the marker of a comment survives any name of a folder, and a foreign text has none', async () => {
  job.writePlan('1', [])
  const name = 'shop --> <!-- "x" \\ ä'

  await job.run(['plan', join(job.folder, 'plan.json'), '--body', join(job.folder, 'plan.md'), '--folder', name])

  expect(markerOf(job.host.comments[0]?.body ?? '')).toEqual({
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
  [
    'an option of another command',
    ['plan', 'plan.json', '--body', 'x', '--store', 'a'],
    64,
    '`planogram-pr plan` has no option `--store`.',
  ],
  ['an argument too many', ['approved', 'plan.json', '--store', 'a'], 64, '`planogram-pr approved` does not take `plan.json`.'],
] as const)('%s is refused', async (_, argv, exitCode, message) => {
  const ended = await job.run(argv)

  expect(ended.exitCode).toBe(exitCode)
  expect(ended.errors).toContain(message)
  expect(job.host.requests).toEqual([])
})

test('an answer of the code host that is no success is an error with the request', async () => {
  job.writePlan('1', [])
  job.host.fail = 502

  const { exitCode, errors } = await job.push()

  expect(exitCode).toBe(1)
  expect(errors).toContain('error[forge-failed]: GET /user: answer 502, Out of order.\n  help: ')
})
