import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { type CodeHost, hostToken } from './code-host.ts'
import { evaluate, isTrue } from './workflow-expression.ts'
import { bash, type Occasion, type Runner } from './workflow-run.ts'

interface Job {
  readonly extends?: string
  readonly needs?: readonly string[]
  readonly rules?: readonly { readonly if: string }[]
  readonly before_script?: readonly string[]
  readonly script?: readonly string[]
  readonly parallel?: { readonly matrix: readonly { readonly STORE: readonly string[] }[] }
  readonly artifacts?: { readonly paths: readonly string[] }
}

/** How a pipeline ended: the exit code of each job that ran, and all output. */
export interface PipelineRun {
  readonly codes: Readonly<Record<string, number>>
  readonly log: string
}

interface PipelineOptions {
  readonly runner: Runner
  readonly host: CodeHost
  /** Variables of the pipeline beside those of GitLab. */
  readonly variables?: Readonly<Record<string, string>>
  /** The project of the branch; default: that of the pipeline. */
  readonly sourceProject?: string
}

const sources = { pull_request: 'merge_request_event', push: 'push', schedule: 'schedule', workflow_dispatch: 'web' } as const

/** Runs the jobs of a `.gitlab-ci.yml` in their order: rules, `extends`, the matrix of stores, scripts with bash, files of artifacts. */
export async function runPipeline(text: string, occasion: Occasion, options: PipelineOptions): Promise<PipelineRun> {
  const { variables, default: _, ...entries } = parse(text) as Record<string, Job> & { variables: Record<string, string>; default: unknown }
  const ended: { codes: Record<string, number>; log: string } = { codes: {}, log: '' }
  const given = { ...variables, ...predefined(occasion, options), ...options.variables }
  for (const [name, job] of Object.entries(entries).filter(([key]) => !key.startsWith('.'))) {
    const whole = inherited(job, entries)
    const isChosen = whole.rules?.some((rule) => isTrue(evaluate(expressionOf(rule.if), { v: given }))) ?? true
    if (!isChosen || whole.needs?.some((needed) => ended.codes[needed] !== 0) === true) continue
    for (const [index, store] of (whole.parallel?.matrix[0]?.STORE ?? ['']).entries()) {
      const id = String(occasion.run * 100 + Object.keys(ended.codes).length * 10 + index)
      const { code, output } = await runJob(
        whole,
        { ...given, STORE: store, CI_JOB_ID: id, CI_JOB_URL: `https://code.example/jobs/${id}` },
        options,
      )
      ended.codes[name] = code
      ended.log += output
    }
  }
  return ended
}

function predefined(
  { event, commit, payload, inputs }: Occasion,
  { host, runner, sourceProject }: PipelineOptions,
): Record<string, string> {
  const { number = 0, pull_request: pull } = (payload ?? {}) as { number?: number; pull_request?: { head: { sha: string } } }
  return {
    GITLAB_CI: 'true',
    CI_PIPELINE_SOURCE: sources[event],
    CI_COMMIT_SHA: commit,
    CI_DEFAULT_BRANCH: 'main',
    CI_PROJECT_ID: '7',
    CI_PROJECT_URL: `file://${runner.origin.replace(/\.git$/, '')}`,
    CI_API_V4_URL: host.url,
    CI_JOB_TOKEN: hostToken,
    PLANOGRAM_TOKEN: hostToken,
    ...(pull && { CI_MERGE_REQUEST_IID: String(number), CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: pull.head.sha }),
    ...(pull ? { CI_MERGE_REQUEST_SOURCE_PROJECT_ID: sourceProject ?? '7' } : { CI_COMMIT_BRANCH: 'main' }),
    ...inputs,
  }
}

/** A rule in the grammar of GitHub: `$NAME == "text"` becomes `v.NAME == 'text'`. */
function expressionOf(rule: string): string {
  return rule.replaceAll(/\$(\w+)/g, 'v.$1').replaceAll('"', "'")
}

function inherited(job: Job, entries: Readonly<Record<string, Job>>): Job {
  const above = job.extends === undefined ? undefined : entries[job.extends]
  return above === undefined ? job : { ...inherited(above, entries), ...job }
}

async function runJob(
  job: Job,
  variables: Record<string, string>,
  { runner, host }: PipelineOptions,
): Promise<{ code: number; output: string }> {
  const home = mkdtempSync(join(runner.folder, 'job-'))
  const workspace = join(home, 'workspace')
  mkdirSync(workspace)
  const env = { ...runner.env, ...runner.secrets, ...runner.vars, HOME: home, ...variables }
  const commit = variables['CI_COMMIT_SHA'] ?? ''
  await bash(
    `git init --quiet && git remote add origin "file://${runner.origin}" && git fetch --quiet --depth 1 origin ${commit} && git checkout --quiet FETCH_HEAD
git remote set-url --push origin file:///the-token-of-the-job-may-not-push`,
    workspace,
    env,
  )
  const ended = await bash(['set -o pipefail', ...(job.before_script ?? []), ...(job.script ?? [])].join('\n'), workspace, env)
  for (const path of job.artifacts?.paths ?? []) {
    const file = join(workspace, path)
    if (existsSync(file) && statSync(file).isFile()) host.artifacts.set(`${variables['CI_JOB_ID']}/${path}`, readFileSync(file, 'utf8'))
    if (existsSync(file)) cpSync(file, join(runner.folder, 'artifacts', variables['CI_JOB_ID'] ?? '', path), { recursive: true })
  }
  rmSync(home, { recursive: true, force: true })
  return ended
}
