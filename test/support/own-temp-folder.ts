import { mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder in memory, as Linux has it. */
const inMemory = '/dev/shm'
/** Bytes that a run may need at once, with room to spare. */
const enough = 2 * 1024 ** 3

/** Where the folder is made: in memory where there is room, because deleting many small files from a disk takes longer than most tests. */
function place(): string {
  if (process.env['TMPDIR'] !== undefined || process.platform !== 'linux') return tmpdir()
  try {
    const { bavail, bsize } = statfsSync(inMemory)
    return bavail * bsize >= enough ? inMemory : tmpdir()
  } catch {
    return tmpdir()
  }
}

/**
 * Every temporary folder of a run is in one that the run removes, including those of failed tests. The code that its processes compile is
 * there as well, so that the many processes that tests start compile the same modules once.
 */
export function setup(): () => void {
  const folder = mkdtempSync(join(place(), 'planogram-tests-'))
  for (const name of ['TMPDIR', 'TEMP', 'TMP']) process.env[name] = folder
  process.env['NODE_COMPILE_CACHE'] = join(folder, 'compiled')
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
}
