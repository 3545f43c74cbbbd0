import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Every temporary folder of a run is in one that the run removes, including those of failed tests. */
export function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'planogram-tests-'))
  for (const name of ['TMPDIR', 'TEMP', 'TMP']) process.env[name] = folder
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
}
