import { readFileSync } from 'node:fs'
import { OperationalError, systemCodeOf } from '../errors.ts'
import { commentOf, type Environment, type Forge, neededVariable, type PullRequest } from './forge.ts'
import { listAt, textAt, valueAt } from './json-value.ts'
import { restAt } from './rest.ts'

/** The name under which the token of a job writes comments. */
const nameOfJobs = 'github-actions[bot]'

/** GitHub, from the environment of a job of GitHub Actions. A comment of a pull request is one of the issue with its number. */
export function github(env: Environment): Forge {
  const { GITHUB_SERVER_URL: server = '', GITHUB_REPOSITORY: repository = '', GITHUB_RUN_ID: run = '' } = env
  const rest = restAt(neededVariable(env, 'GITHUB_API_URL'), {
    authorization: `Bearer ${neededVariable(env, 'TOKEN')}`,
    accept: 'application/vnd.github+json',
  })
  const root = `/repos/${neededVariable(env, 'GITHUB_REPOSITORY')}`
  return {
    run,
    link: `${server}/${repository}/actions/runs/${run}`,
    advice: 'Open this workflow in the tab Actions, choose "Run workflow", and enter the hash.',
    pullRequest: () => pullRequestOfEvent(neededVariable(env, 'GITHUB_EVENT_PATH')),
    headOf: async (number) => textAt(await rest.get(`${root}/pulls/${number}`), 'head', 'sha'),
    mergedPullRequest: async () => {
      const commit = neededVariable(env, 'GITHUB_SHA')
      const pulls = await rest.get(`${root}/commits/${commit}/pulls`)
      const merged = listAt(pulls).find((pull) => textAt(pull, 'merge_commit_sha') === commit && textAt(pull, 'merged_at') !== '')
      return merged === undefined ? null : pullRequestOf(merged)
    },
    isLater: async (commit) => {
      const own = neededVariable(env, 'GITHUB_SHA')
      return textAt(await rest.getUnless([404], `${root}/compare/${own}...${commit}?per_page=1`), 'status') === 'ahead'
    },
    ownComments: async (number) => {
      const own = textAt(await rest.getUnless([401, 403], '/user'), 'login') || nameOfJobs
      const comments = await rest.all(`${root}/issues/${number}/comments`)
      return comments.filter((comment) => textAt(comment, 'user', 'login') === own).map(commentOf)
    },
    create: (number, body) => rest.send('POST', `${root}/issues/${number}/comments`, { body }),
    edit: (_, id, body) => rest.send('PATCH', `${root}/issues/comments/${id}`, { body }),
  }
}

function pullRequestOfEvent(path: string): PullRequest {
  const pull = valueAt(eventIn(path), 'pull_request')
  if (pull !== undefined) return pullRequestOf(pull)
  throw new OperationalError('wrong-usage', 'This job was not started by a pull request: there is nothing to comment on.', {
    fix: 'Run this step for the event `pull_request` only.',
  })
}

function eventIn(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (cause) {
    const why = cause instanceof SyntaxError ? 'it is not JSON' : systemCodeOf(cause)
    throw new OperationalError('file-unreadable', `The event of this job, ${path}, cannot be read (${why}).`, { cause })
  }
}

function pullRequestOf(pull: unknown): PullRequest {
  return { number: Number(valueAt(pull, 'number')), head: textAt(pull, 'head', 'sha') }
}
