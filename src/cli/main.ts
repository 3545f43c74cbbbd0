#!/usr/bin/env node
import module from 'node:module'

/** Starts the program: checks the Node version before anything else is loaded; the only file that uses `process`. */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

if (major < 24 || (major === 24 && minor < 15)) {
  process.stderr.write(`planogram needs Node 24.15 or newer; this is Node ${process.versions.node}.\n`)
  process.exitCode = 1
} else {
  module.enableCompileCache()
  process.env['NODE_ENV'] ??= 'production'
  // A reader that closes the pipe (| head) ends the output without a stack trace.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
  const { runProgram } = await import('./run-program.ts')
  const exitCode = await runProgram(process.argv.slice(2), {
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    env: process.env,
    cwd: process.cwd(),
    now: () => new Date(),
    randomId: () => globalThis.crypto.randomUUID().slice(0, 8),
    abandon: (exitCode = 130) => process.exit(exitCode),
    onSignal: (listener) => {
      process.on('SIGINT', listener).on('SIGTERM', listener)
      return () => process.off('SIGINT', listener).off('SIGTERM', listener)
    },
  })
  // Not process.exit(): it cuts output that is not yet written to a pipe.
  process.exitCode = exitCode
}
