#!/usr/bin/env node
import { runPullRequest } from './run.ts'

/** Starts `planogram-pr`: the only file of this folder that uses `process`. */
process.exitCode = await runPullRequest(process.argv.slice(2), {
  env: process.env,
  print: (text) => process.stdout.write(text),
  warn: (text) => process.stderr.write(text),
})
