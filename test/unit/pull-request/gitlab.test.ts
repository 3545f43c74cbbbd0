import { expect, onTestFinished, test } from 'vitest'
import { runPullRequest } from '../../../src/pull-request/run.ts'
import { hostToken, startCodeHost } from '../../support/code-host.ts'

const [head, merge] = ['a'.repeat(40), 'c'.repeat(40)]

test('GitLab: the merge request of a commit is the one into the branch of the job, not one that was merged elsewhere', async () => {
  const host = await startCodeHost('gitlab')
  onTestFinished(() => host[Symbol.asyncDispose]())
  host.pulls.push({ number: 9, head: merge, merged: 'd'.repeat(40), target: 'release' }, { number: 5, head, merged: merge })
  const env = {
    GITLAB_CI: 'true',
    TOKEN: hostToken,
    CI_API_V4_URL: host.url,
    CI_PROJECT_ID: '7',
    CI_COMMIT_SHA: merge,
    CI_COMMIT_BRANCH: 'main',
  }
  let out = ''

  await runPullRequest(['approved', '--store', 'production'], { env, print: (text) => (out += text), warn: () => undefined })

  expect(out).toBe(`number=5\nhead=${head}\n`)
})
