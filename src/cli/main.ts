#!/usr/bin/env node
import module from 'node:module'
import { resolve } from 'node:path'

/** Starts the program: checks the Node version before anything else is loaded; the only file that uses `process`. */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
const argv = process.argv.slice(2)

if (major < 24 || (major === 24 && minor < 15)) {
  process.stderr.write(`planogram needs Node 24.15 or newer; this is Node ${process.versions.node}.\n`)
  process.exitCode = 1
} else {
  let isLost = false
  // A command goes on where its output cannot be written. A reader that closes the pipe (| head) has what it needs; any other fault is reported at the end.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (isLost || error.code === 'EPIPE') return
    isLost = true
    process.once('beforeExit', () => void endWithoutOutput(error))
  })
  // Scripts ask for the version often: it takes neither commander nor the options of the commands.
  if (argv.length === 1 && (argv[0] === '--version' || argv[0] === '-V')) {
    const { engineVersion } = await import('../workspace/engine-version.ts')
    process.stdout.write(`${engineVersion}\n`)
  } else await runCommandLine()
}

async function endWithoutOutput(cause: unknown): Promise<void> {
  const { reportLostOutput } = await import('./process-errors.ts')
  process.exitCode = reportLostOutput(cause, argv, process)
}

/** The current folder; undefined, with an error on stderr, where it does not exist any more. */
async function currentFolder(): Promise<string | undefined> {
  try {
    return process.cwd()
  } catch (cause) {
    const { reportMissingFolder } = await import('./process-errors.ts')
    process.exitCode = reportMissingFolder(cause, argv, process)
    return undefined
  }
}

async function runCommandLine(): Promise<void> {
  // A run does not depend on who reads its messages: Ctrl-C also ends the `tee` that they are piped to.
  process.stderr.on('error', () => undefined)
  const cwd = await currentFolder()
  if (cwd === undefined) return
  module.enableCompileCache()
  process.env['NODE_ENV'] ??= 'production'
  const { openScripts } = await import('./script-loader.ts')
  const folder = module.getCompileCacheDir()
  const scripts = openScripts(import.meta.dirname, folder === undefined ? undefined : { folder, user: process.getuid?.() })
  const { startProgram } = await import('./start-program.ts')
  const exitCode = await startProgram(argv, {
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    env: process.env,
    cwd,
    program: resolve(import.meta.dirname, '..', '..'),
    now: () => new Date(),
    elapsedMs: () => performance.now(),
    randomId: () => globalThis.crypto.randomUUID().slice(0, 8),
    setEngineFlag: (flag) => scripts.setEngineFlag(flag),
    abandon: (exitCode = 130) => process.exit(exitCode),
    suspend: () =>
      new Promise((continued) => {
        // A listener for a signal alone does not keep the process running.
        const running = setInterval(() => undefined, 60_000)
        process.once('SIGCONT', () => {
          // A stopped process gets no SIGWINCH. This one lets stdout read the size of the terminal again, before anything is drawn.
          process.once('SIGWINCH', () => {
            clearInterval(running)
            continued()
          })
          process.kill(process.pid, 'SIGWINCH')
        })
        process.kill(process.pid, 'SIGTSTP')
      }),
    onSignal: (listener) => {
      process.on('SIGINT', listener).on('SIGTERM', listener)
      return () => process.off('SIGINT', listener).off('SIGTERM', listener)
    },
  })
  // Not process.exit(): it cuts output that is not yet written to a pipe.
  process.exitCode = exitCode
  scripts.save()
}
