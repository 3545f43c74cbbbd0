import { OperationalError } from '../errors.ts'
import { textAt, valueAt } from './json-value.ts'

/** A comment of a pull request. */
export interface Comment {
  readonly id: number
  readonly body: string
}

/** A pull request (GitLab: merge request), and the commit at its head. */
export interface PullRequest {
  readonly number: number
  readonly head: string
}

/** The code host whose CI runs this job, with the few requests that comments need. */
export interface Forge {
  /** Identifies where the artifact of this job is found later: a run of GitHub, a job of GitLab. */
  readonly run: string
  /** The page of this run. */
  readonly link: string
  /** How a person applies a plan that a comment shows, as an imperative. */
  readonly advice: string
  /** The pull request that this job is about. Throws `wrong-usage` in a job of something else. */
  pullRequest(): PullRequest
  /** The commit at the head of a pull request now; `''` where the host does not tell it. */
  headOf(pullRequest: number): Promise<string>
  /** The pull request that was merged as the commit of this job, or `null`. */
  mergedPullRequest(): Promise<PullRequest | null>
  /** True where a commit is later than that of this job: it has that one in its history. A history that was rewritten has nothing in common (404). */
  isLater(commit: string): Promise<boolean>
  /** The comments that this token wrote, the oldest first. Those of others are ignored: anybody can write a marker. */
  ownComments(pullRequest: number): Promise<readonly Comment[]>
  create(pullRequest: number, body: string): Promise<void>
  edit(pullRequest: number, comment: number, body: string): Promise<void>
}

/** The environment variables of a job. */
export type Environment = Readonly<Record<string, string | undefined>>

/** The value of an environment variable. Throws `wrong-usage` where it is missing or empty. */
export function neededVariable(env: Environment, name: string): string {
  const value = env[name] ?? ''
  if (value !== '') return value
  throw new OperationalError('wrong-usage', `The environment variable \`${name}\` is not set.`, {
    fix: 'Run this in a job of GitHub Actions or GitLab CI, with the token for comments in `TOKEN`: docs/ci.md has an example.',
  })
}

/** A comment in the JSON of a code host: GitHub and GitLab name its parts alike. */
export function commentOf(json: unknown): Comment {
  return { id: Number(valueAt(json, 'id')), body: textAt(json, 'body') }
}
