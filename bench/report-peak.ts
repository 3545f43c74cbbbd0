import { existsSync, readFileSync, writeSync } from 'node:fs'

const status = '/proc/self/status'

/** In KiB. `maxRSS` of a child counts what its parent held at the fork, so Linux is asked for this program alone. */
function peakOfThisProgram(): number {
  const own = existsSync(status) ? /VmHWM:\s*(\d+)/.exec(readFileSync(status, 'utf8'))?.[1] : undefined
  return own === undefined ? process.resourceUsage().maxRSS : Number(own)
}

/** Loaded before a measured program: tells the measuring process, on descriptor 3, the most memory that this one held, in KiB. */
process.on('exit', () => {
  writeSync(3, String(peakOfThisProgram()))
})
