import { commentOf, type Environment, type Forge, neededVariable } from './forge.ts'
import { listAt, textAt, valueAt } from './json-value.ts'
import { restAt } from './rest.ts'

/** GitLab, from the environment of a job of GitLab CI. The token of a job may not write notes: `TOKEN` is a project access token. */
export function gitlab(env: Environment): Forge {
  const rest = restAt(neededVariable(env, 'CI_API_V4_URL'), { 'private-token': neededVariable(env, 'TOKEN') })
  const root = `/projects/${neededVariable(env, 'CI_PROJECT_ID')}`
  return {
    run: env['CI_JOB_ID'] ?? '',
    link: env['CI_JOB_URL'] ?? '',
    advice: 'Run a pipeline of the default branch with the variables `PLAN_STORE` and `PLAN_HASH`.',
    pullRequest: () => ({
      number: Number(neededVariable(env, 'CI_MERGE_REQUEST_IID')),
      // In a pipeline of the merged result, the commit of the pipeline is not the head of the branch.
      head: env['CI_MERGE_REQUEST_SOURCE_BRANCH_SHA'] || neededVariable(env, 'CI_COMMIT_SHA'),
    }),
    headOf: async (number) => textAt(await rest.get(`${root}/merge_requests/${number}`), 'sha'),
    mergedPullRequest: async () => {
      const requests = await rest.get(`${root}/repository/commits/${neededVariable(env, 'CI_COMMIT_SHA')}/merge_requests`)
      // The commit can have been merged into other branches too, such as that of a release.
      const branch = env['CI_COMMIT_BRANCH'] ?? ''
      const merged = listAt(requests).find(
        (request) => textAt(request, 'state') === 'merged' && (branch === '' || textAt(request, 'target_branch') === branch),
      )
      return merged === undefined ? null : { number: Number(valueAt(merged, 'iid')), head: textAt(merged, 'sha') }
    },
    isLater: async (commit) => {
      const own = neededVariable(env, 'CI_COMMIT_SHA')
      const base = await rest.getUnless([404], `${root}/repository/merge_base?refs%5B%5D=${own}&refs%5B%5D=${commit}`)
      return commit !== own && textAt(base, 'id') === own
    },
    ownComments: async (number) => {
      const own = valueAt(await rest.get('/user'), 'id')
      const notes = await rest.all(`${root}/merge_requests/${number}/notes`)
      return notes
        .filter((note) => valueAt(note, 'author', 'id') === own)
        .map(commentOf)
        .toSorted((a, b) => a.id - b.id)
    },
    create: (number, body) => rest.send('POST', `${root}/merge_requests/${number}/notes`, { body }),
    edit: (number, id, body) => rest.send('PUT', `${root}/merge_requests/${number}/notes/${id}`, { body }),
  }
}
