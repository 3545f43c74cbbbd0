import { OperationalError, systemCodeOf } from '../errors.ts'

/** Environment variables, by name. */
export type GitEnvironment = Readonly<Record<string, string | undefined>>

/** The folder that git runs in, and its environment. */
export interface GitPlace {
  readonly folder: string
  readonly env: GitEnvironment
}

/** What a git command printed; `error` has the first line of its stderr. */
export interface GitAnswer {
  readonly exitCode: number
  readonly output: Buffer
  readonly error: string
}

/** Variables that name another repository than that of the folder, as git sets them for its hooks. */
const elsewhere = ['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE', 'GIT_PREFIX', 'GIT_COMMON_DIR', 'GIT_NAMESPACE']

/**
 * Runs the program `git` with these arguments and gives it `input`. Nothing that a repository configures is run: no hook, no file system
 * monitor, no filter; and git never asks for a password. Throws `git-failed` where there is no git.
 */
export async function runGit({ folder, env }: GitPlace, args: readonly string[], input = ''): Promise<GitAnswer> {
  const own = Object.fromEntries(Object.entries(env).filter(([name]) => !elsewhere.includes(name)))
  // Loaded when it is needed: most commands start no program.
  const { spawn } = await import('node:child_process')
  const child = spawn('git', ['-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null', '--no-replace-objects', ...args], {
    cwd: folder,
    env: { ...own, LC_ALL: 'C', GIT_TERMINAL_PROMPT: '0', GIT_OPTIONAL_LOCKS: '0', GIT_LFS_SKIP_SMUDGE: '1' },
    stdio: 'pipe',
  })
  const output: Buffer[] = []
  const errors: Buffer[] = []
  child.stdout.on('data', (bytes: Buffer) => output.push(bytes))
  child.stderr.on('data', (bytes: Buffer) => errors.push(bytes))
  // A git that ends early closes its input: its exit code and its message are the cause.
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  const exitCode = await new Promise<number>((resolve, reject) => {
    child.once('error', (error) => reject(notStarted(error)))
    child.once('close', (code) => resolve(code ?? 1))
  })
  return { exitCode, output: Buffer.concat(output), error: Buffer.concat(errors).toString('utf8').trim().split('\n')[0] ?? '' }
}

function notStarted(error: Error): OperationalError {
  return new OperationalError('git-failed', `The program git cannot be started (${systemCodeOf(error)}).`, {
    fix: 'Install git, or add its folder to PATH.',
    cause: error,
  })
}
