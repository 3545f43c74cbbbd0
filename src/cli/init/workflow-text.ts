import { install, jobStart } from './workflow-steps.ts'
import { applyJob, commentJob, driftJob, planJob, reportJob } from './workflow-jobs.ts'
import { workflowName, workflowScope } from './workflow-scope.ts'
import type { WorkflowStore } from './workflow-store.ts'

/** What a workflow is written for. */
export interface WorkflowRequest {
  readonly stores: readonly WorkflowStore[]
  /** The catalogue in its repository; `''`: the root. */
  readonly folder: string
  /** What npm installs, such as a git URL; `null`: a person writes it into the workflow. */
  readonly package: string | null
}

/**
 * A GitHub Actions workflow: each push and pull request is validated; with stores, pull requests show a plan for each of them in a comment,
 * and a merge applies exactly the plan of the head commit, once somebody approves it in the environment of the store. docs/ci.md describes it.
 */
export function workflowText(request: WorkflowRequest): string {
  const { stores, folder } = request
  const name = workflowName(folder)
  const head = `# Written by \`planogram init\`. docs/ci.md of planogram describes it.
name: ${name}

on:
  pull_request:
  push:
    branches: [main, master]
${pathsText(folder, name)}${stores.length === 0 ? '' : handStart(stores)}
permissions: { contents: read }

env:
  # What npm installs as planogram: a path in this repository, such as a file of \`npm pack\`, a git URL with a commit, or name@version.
  PLANOGRAM: ${quoted(request.package ?? '')}
  CATALOGUE: ${quoted(folder === '' ? '.' : folder)} # its folder in the repository
${stores.length === 0 ? '' : `  REFS: refs/planogram${folder === '' ? '' : `/${workflowScope(folder)}`} # below it, for each store, the commit that was applied last\n`}
${stores.length === 0 ? '' : settingsText(stores)}jobs:
  # A pull request from a fork gets this job only: no secret, no write permission.
  check:
    if: github.event_name != 'schedule'
${jobStart}    steps:
${install}      - run: planogram --chdir "$CATALOGUE" validate --format github
      - run: planogram --chdir "$CATALOGUE" fmt --check --verbose
`
  if (stores.length === 0) return head + laterText
  return [head, planJob(stores, name), commentJob(stores, name), applyJob(stores, name), reportJob(stores, name), driftJob(stores)].join(
    '\n',
  )
}

/** A text as YAML: plain where that is safe. */
function quoted(text: string): string {
  return /^[\w./][\w./@+:#-]*$/.test(text) && !text.includes(': ') && !text.endsWith(':') ? text : `'${text.replaceAll("'", "''")}'`
}

/**
 * A merge that does not touch a catalogue in a folder of its own asks nobody for an approval. A path is a pattern, in which GitHub takes a sign
 * after a backslash as it is.
 */
function pathsText(folder: string, name: string): string {
  const literal = folder.replaceAll(/[*?+[\]!\\]/g, '\\$&')
  return folder === '' ? '' : `    paths: [${quoted(`${literal}/**`)}, .github/workflows/${name}.yml]\n`
}

function handStart(stores: readonly WorkflowStore[]): string {
  return `  schedule:
    - cron: '17 5 * * *' # drift: what somebody changed in a store
  workflow_dispatch: # applies a new plan that a comment shows, where the approved one was stale
    inputs:
      store: { description: Store, type: choice, required: true, options: [${stores.map(({ name }) => name).join(', ')}] }
      plan_hash: { description: Hash of the plan, type: string, required: true }
`
}

/** What a person sets up in the repository. */
function settingsText(stores: readonly WorkflowStore[]): string {
  const width = Math.max(...stores.map(({ name, key }) => Math.max(name.length, (key ?? '').length + 5)))
  const lines = stores.flatMap(({ name, key, hosts }) => [
    ...(key === null
      ? []
      : [
          `#   secret      ${key.padEnd(width)}  an application key of the store`,
          `#   variable    ${`${key}_HOST`.padEnd(width)}  ${hosts.join(',')}: the hosts that the key may be sent to`,
        ]),
    `#   environment ${name.padEnd(width)}  with required reviewers: nothing is written before one of them approves`,
  ])
  return `# Settings of the repository:
${lines.join('\n')}
# A store that is added to planogram.yaml is added here too: to each \`store:\` list, with its key to each \`env:\` that has one.

`
}

const laterText = `
# With a store in planogram.yaml, delete this file and run \`planogram init\` again: it then writes jobs that plan and apply.
`
