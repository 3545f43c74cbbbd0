import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { parse } from 'yaml'
import { evaluate, expand, type ExpressionContext, isTrue } from './workflow-expression.ts'

/** A step of a workflow. */
export interface Step {
  readonly name?: string
  readonly id?: string
  readonly if?: string
  readonly uses?: string
  readonly with?: Readonly<Record<string, string | number | boolean>>
  readonly run?: string
  readonly env?: Readonly<Record<string, string>>
  readonly 'continue-on-error'?: boolean
}

interface Job {
  readonly needs?: string
  readonly if?: string
  readonly strategy?: { readonly matrix: { readonly store: string | readonly string[] } }
  readonly environment?: string
  readonly steps: readonly Step[]
}

/** A workflow file, parsed. */
export interface Workflow {
  readonly env: Readonly<Record<string, string>>
  readonly jobs: Readonly<Record<string, Job>>
}

/** What a workflow runs for. */
export interface Occasion {
  readonly event: 'pull_request' | 'push' | 'schedule' | 'workflow_dispatch'
  /** The commit that is checked out. */
  readonly commit: string
  /** The payload of the event. */
  readonly payload?: unknown
  readonly inputs?: Readonly<Record<string, string>>
  readonly run: number
  /** Of a run by hand, the branch that was chosen; default: `main`. */
  readonly branch?: string
  /** True where the reviewers of the environments reject the jobs that wait for them. */
  readonly isRejected?: boolean
}

/** Where workflows run: a repository, the artifacts of earlier runs, and what every step finds in its environment. */
export interface Runner {
  readonly folder: string
  readonly origin: string
  readonly env: Readonly<Record<string, string>>
  readonly secrets: Readonly<Record<string, string>>
  readonly vars: Readonly<Record<string, string>>
  readonly token: string
}

/** How a run ended: the result of each job (with `/<store>` for those of a matrix), all output, and its page. */
export interface WorkflowRun {
  readonly results: Readonly<Record<string, string>>
  readonly log: string
  readonly summary: string
}

/** Runs the jobs of a workflow in their order: `run:` steps with bash, checkout with git, artifacts as folders, conditions and matrices. */
export async function runWorkflow(text: string, occasion: Occasion, runner: Runner): Promise<WorkflowRun> {
  const { env, jobs } = parse(text) as Workflow
  const needs: Record<string, { result: string }> = {}
  const ended: { results: Record<string, string>; log: string; summary: string } = { results: {}, log: '', summary: '' }
  for (const [name, job] of Object.entries(jobs)) {
    const context = contextOf(occasion, runner, needs)
    if (!isRun(job, needs, context)) {
      needs[name] = { result: 'skipped' }
      ended.results[name] = 'skipped'
      continue
    }
    const results: string[] = []
    for (const store of storesOf(job, context)) {
      const leg = await startJob(job, { env, occasion, runner, context: { ...context, matrix: { store } } })
      results.push(leg.result)
      ended.results[store === '' ? name : `${name}/${store}`] = leg.result
      ended.log += leg.log
      ended.summary += leg.summary
    }
    needs[name] = { result: results.includes('failure') ? 'failure' : 'success' }
  }
  return ended
}

function isRun(job: Job, needs: Readonly<Record<string, { result: string }>>, context: ExpressionContext): boolean {
  const needed = job.needs === undefined ? 'success' : (needs[job.needs]?.result ?? 'skipped')
  const condition = job.if?.replaceAll(/^\$\{\{|\}\}$/g, '').trim() ?? 'success()'
  const checksItself = /\b(?:always|cancelled)\(/.test(condition)
  return (needed === 'success' || checksItself) && isTrue(evaluate(condition, context))
}

function contextOf(
  { event, commit, payload, inputs, branch = 'main' }: Occasion,
  { secrets, vars, token }: Runner,
  needs: unknown,
): ExpressionContext {
  const github = {
    event_name: event,
    event: payload,
    sha: commit,
    ref: `refs/heads/${branch}`,
    token,
    actor: 'ada',
    repository: 'acme/shop',
  }
  return { github, secrets, vars, inputs, needs }
}

function storesOf({ strategy }: Job, context: ExpressionContext): readonly string[] {
  const stores = strategy?.matrix.store ?? ['']
  return typeof stores === 'string' ? (evaluate(stores.slice(3, -2).trim(), context) as string[]) : stores
}

interface JobRun {
  readonly env: Readonly<Record<string, string>>
  readonly occasion: Occasion
  readonly runner: Runner
  readonly context: ExpressionContext
}

/** A job whose environment waits for reviewers runs nothing where they reject it. */
function startJob(job: Job, run: JobRun): Promise<{ result: string; log: string; summary: string }> {
  const isRejected = job.environment !== undefined && run.occasion.isRejected === true
  return isRejected ? Promise.resolve({ result: 'failure', log: '', summary: '' }) : runJob(job, run)
}

async function runJob({ steps }: Job, { env, occasion, runner, context }: JobRun) {
  const home = mkdtempSync(join(runner.folder, 'job-'))
  const workspace = join(home, 'workspace')
  const files = { output: join(home, 'output'), summary: join(home, 'summary'), event: join(home, 'event.json') }
  mkdirSync(workspace)
  writeFileSync(files.summary, '')
  writeFileSync(files.event, JSON.stringify(occasion.payload ?? {}))
  const outputs: Record<string, { outputs: Record<string, string> }> = {}
  let [failed, log] = [false, '']
  for (const step of steps) {
    const here = { ...context, steps: outputs, job: { failed }, runner: { temp: home } }
    if (!isStepRun(step, failed, here)) continue
    const fill = (values: Readonly<Record<string, string | number | boolean>> = {}): Record<string, string> =>
      Object.fromEntries(Object.entries(values).map(([key, value]) => [key, expand(String(value), here)]))
    writeFileSync(files.output, '')
    const whole = { ...jobEnvironment(home, files, { occasion, runner, workspace }), ...fill(env), ...fill(step.env) }
    const { code, output } =
      step.run === undefined
        ? await runAction(step.uses ?? '', fill(step.with), { workspace, occasion, runner, env: whole })
        : await bash(expand(step.run, here), workspace, whole)
    log += `# ${step.name ?? step.uses ?? step.run}\n${output}`
    if (step.id !== undefined) outputs[step.id] = { outputs: linesOf(readFileSync(files.output, 'utf8')) }
    if (code !== 0 && step['continue-on-error'] !== true) failed = true
  }
  const summary = readFileSync(files.summary, 'utf8')
  rmSync(home, { recursive: true, force: true })
  return { result: failed ? 'failure' : 'success', log, summary }
}

function isStepRun({ if: condition = 'success()' }: Step, failed: boolean, context: ExpressionContext): boolean {
  return (!failed || condition.includes('always()')) && isTrue(evaluate(condition, context))
}

interface JobFiles {
  readonly output: string
  readonly summary: string
  readonly event: string
}

function jobEnvironment(
  home: string,
  files: JobFiles,
  { occasion, runner, workspace }: Pick<ActionPlace, 'occasion' | 'runner' | 'workspace'>,
): Record<string, string> {
  return {
    ...runner.env,
    HOME: home,
    RUNNER_TEMP: home,
    GITHUB_OUTPUT: files.output,
    GITHUB_STEP_SUMMARY: files.summary,
    GITHUB_EVENT_PATH: files.event,
    GITHUB_SHA: occasion.commit,
    GITHUB_RUN_ID: String(occasion.run),
    GITHUB_WORKSPACE: workspace,
  }
}

function linesOf(text: string): Record<string, string> {
  return Object.fromEntries(text.split('\n').flatMap((line) => (line.includes('=') ? [line.split(/=(.*)/, 2) as [string, string]] : [])))
}

interface ActionPlace {
  readonly workspace: string
  readonly occasion: Occasion
  readonly runner: Runner
  readonly env: Readonly<Record<string, string>>
}

/** The actions that our workflows use, as far as these use them. */
async function runAction(uses: string, input: Readonly<Record<string, string>>, { workspace, occasion, runner, env }: ActionPlace) {
  const [action = ''] = uses.split('@')
  const artifact = join(runner.folder, 'artifacts', input['run-id'] ?? String(occasion.run), input['name'] ?? '')
  switch (action) {
    case 'actions/checkout':
      return bash(
        `git init --quiet && git remote add origin "file://${runner.origin}" && git fetch --quiet --depth 1 origin ${occasion.commit} && git checkout --quiet FETCH_HEAD`,
        workspace,
        env,
      )
    case 'actions/setup-node':
      return { code: 0, output: '' }
    case 'actions/upload-artifact':
      rmSync(artifact, { recursive: true, force: true })
      for (const path of (input['path'] ?? '').trim().split(/\s+/)) copy(resolve(workspace, path), artifact)
      return { code: 0, output: '' }
    case 'actions/download-artifact':
      if (!existsSync(artifact)) return { code: 1, output: `there is no artifact ${basename(artifact)}\n` }
      cpSync(artifact, resolve(workspace, input['path'] ?? '.'), { recursive: true })
      return { code: 0, output: '' }
    default:
      throw new Error(`the action ${uses} cannot be run here`)
  }
}

/** A folder as its contents, a file under its name, as the upload does it. */
function copy(from: string, artifact: string): void {
  if (!existsSync(from)) return
  const isFile = basename(from).includes('.')
  cpSync(from, isFile ? join(artifact, basename(from)) : artifact, { recursive: true })
}

/** Runs a script as GitHub does; resolves to its exit code and all output. */
export async function bash(script: string, cwd: string, env: Readonly<Record<string, string>>): Promise<{ code: number; output: string }> {
  const child = spawn('bash', ['-e', '-c', script], { cwd, env: { ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')))
  const code = await new Promise<number>((done) => {
    child.on('close', (status) => done(status ?? -1))
  })
  return { code, output }
}
