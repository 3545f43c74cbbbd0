import { existsSync, readFileSync, writeSync } from 'node:fs'

const status = '/proc/self/status'

/** In KiB. `maxRSS` of a child counts what its parent held at the fork, so Linux is asked for this program alone. */
function peakOfThisProgram(): number {
  const own = existsSync(status) ? /VmHWM:\s*(\d+)/.exec(readFileSync(status, 'utf8'))?.[1] : undefined
  return own === undefined ? process.resourceUsage().maxRSS : Number(own)
}

/** Loaded before a measured program: reports on descriptor 3 its peak memory in KiB, and the processor time of all its threads in seconds. */
process.on('exit', () => {
  const { user, system } = process.cpuUsage()
  writeSync(3, `${peakOfThisProgram()} ${(user + system) / 1e6}`)
})
