#!/usr/bin/env node
/** Starts `planogram-pr`: checks the Node version before anything else is loaded; the only file of this folder that uses `process`. */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

if (major < 24 || (major === 24 && minor < 15)) {
  process.stderr.write(`planogram-pr needs Node 24.15 or newer; this is Node ${process.versions.node}.\n`)
  process.exitCode = 1
} else {
  const { runPullRequest } = await import('./run.ts')
  process.exitCode = await runPullRequest(process.argv.slice(2), {
    env: process.env,
    print: (text) => process.stdout.write(text),
    warn: (text) => process.stderr.write(text),
  })
}
