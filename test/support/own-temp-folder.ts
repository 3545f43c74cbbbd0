import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Every temporary folder of a run stands in one that the run takes away, also those of tests that failed half-way. */
export function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'planogram-tests-'))
  for (const name of ['TMPDIR', 'TEMP', 'TMP']) process.env[name] = folder
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
}
