import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { projectRoot } from '../../support/command-line.ts'
import { startRefusingProxy } from '../../support/refusing-proxy.ts'
import { runOutside } from '../../support/run-outside.ts'
import { type CommentJob, head, listedChanges, merge, startCommentJob } from '../../support/comment-job.ts'

const program = join(projectRoot, 'src/pull-request/main.ts')
let job: CommentJob

beforeEach(async () => {
  job = await startCommentJob()
  onTestFinished(() => job[Symbol.asyncDispose]())
})

test('a comment that had no room for its history does not invent one for the next plan', async () => {
  job.writePlan('1', listedChanges(250), `### Plan\n${'x'.repeat(65_250)}`)
  await job.push()
  job.writePlan('2', listedChanges(1))

  await job.push()

  expect(job.host.comments[0]?.body).toContain('- `11111111` at commit aaaaaaaa. The plan after it: 1 change.\n')
})

test('the history of a comment with little room is shortened before it is left out', async () => {
  job.writePlan('1', listedChanges(250))
  await job.push()
  job.writePlan('2', listedChanges(251), `### Plan\n${'x'.repeat(60_000)}`)
  await job.push()
  const long = job.host.comments[0]?.body ?? ''
  job.writePlan('3', listedChanges(2))

  await job.push()

  expect(long).toContain('Earlier plans of this pull request: 1</summary>')
  expect(Buffer.byteLength(long)).toBeLessThan(65_536)
  expect(job.host.comments[0]?.body).toContain('- `22222222` at commit aaaaaaaa. The plan after it: 2 changes instead of 251.\n')
})

test('the plan of a commit that is not the head any more is not shown, as of a job that is run again', async () => {
  job.writePlan('2', [])
  await job.push('b'.repeat(40))
  const [{ body } = { body: '' }] = job.host.comments
  job.writePlan('1', [])

  const late = await job.show({ at: head })

  expect(late).toEqual({ exitCode: 0, out: 'Pull request 5 is at bbbbbbbb now: the plan of aaaaaaaa is not shown.\n', errors: '' })
  expect(job.host.comments.map((comment) => [comment.body, comment.edits])).toEqual([[body, 0]])
})

test.each([
  ['truncated', '{\n  "plan_hash": "' + '1'.repeat(64) + '",\n  "changes": [\n', 'it is truncated'],
  ['of another program', '{"a":1}', 'it has no `plan_hash`'],
  ['damaged', '{\n  "plan_hash": "1\n', 'a line of it is not JSON'],
] as const)('a plan file that is %s is refused', async (_, text, why) => {
  job.writePlan('1', [])
  writeFileSync(join(job.folder, 'plan.json'), text)

  const { exitCode, errors } = await job.push()

  expect(exitCode).toBe(1)
  expect(errors).toContain(`plan.json is not a plan file: ${why}.`)
})

test('a plan with line separators in its texts is read whole', async () => {
  job.writePlan('1', [
    { address: 'product.\u2028A', price: 1 },
    { address: 'product.B', price: 2 },
  ])
  await job.push()
  job.writePlan('2', [{ address: 'product.B', price: 2 }])

  await job.push()

  expect(job.host.comments[0]?.body).toContain('The plan after it: gone `product.\u2028A`.')
})

test('the plan of a job is not applied where a later commit was, and is where that is of a history that was rewritten', async () => {
  job.writePlan('1', [])
  await job.push()
  const later = 'd'.repeat(40)
  Object.assign(job.host.pulls[0] ?? {}, { merged: merge })
  job.host.history.push('b'.repeat(40), merge, later)
  const approved = (applied: string) => job.run(['approved', '--store', 'production', '--applied', applied])

  const superseded = await approved(later)
  const others = [await approved(''), await approved(merge), await approved('b'.repeat(40)), await approved('e'.repeat(40))]

  expect([superseded.exitCode, superseded.out]).toEqual([4, ''])
  expect(superseded.errors).toContain('A later commit, dddddddd, was applied to `production`: the plan of this job is superseded.')
  expect(others.map(({ exitCode, out }) => [exitCode, out.includes('\nhash=')])).toEqual([
    [0, true],
    [0, true],
    [0, true],
    [0, true],
  ])
})

test('an answer that is no JSON, such as the page of a login, is an error with the request', async () => {
  job.writePlan('1', [])
  job.host.page = '<html>Log in</html>'

  const { exitCode, errors } = await job.push()

  expect(exitCode).toBe(1)
  expect(errors).toContain('error[forge-failed]: GET /user: the answer is not JSON.\n  help: ')
})

test('a job without its event is an error that names the file', async () => {
  job.writePlan('1', [])

  const { exitCode, errors } = await job.show({ event: '/nowhere/event.json' })

  expect(exitCode).toBe(1)
  expect(errors).toContain('error[file-unreadable]: The event of this job, /nowhere/event.json, cannot be read (ENOENT).')
})

test('requests go through the proxy of HTTPS_PROXY, unless NO_PROXY names the host', async () => {
  await using proxy = await startRefusingProxy()
  const env = { TOKEN: 'x', GITHUB_API_URL: 'https://127.0.0.1:2', GITHUB_REPOSITORY: 'acme/shop', GITHUB_SHA: merge }
  const through = (more: Readonly<Record<string, string>>) =>
    runOutside(process.execPath, [program, 'approved', '--store', 'production'], { cwd: job.folder, env: { ...env, ...more } })

  const proxied = await through({ HTTPS_PROXY: `127.0.0.1:${proxy.port}` })
  const exempt = await through({ HTTPS_PROXY: `http://127.0.0.1:${proxy.port}`, NO_PROXY: '127.0.0.1' })
  const wrong = await through({ HTTPS_PROXY: 'socks5://secret@127.0.0.1' })

  expect(proxy.seen).toEqual(['CONNECT 127.0.0.1:2'])
  expect([proxied, exempt, wrong].map(({ code }) => code)).toEqual([1, 1, 64])
  expect(wrong.output).toContain('The environment variable HTTPS_PROXY is not the address of an HTTP proxy.')
  expect(wrong.output).not.toContain('secret')
})
