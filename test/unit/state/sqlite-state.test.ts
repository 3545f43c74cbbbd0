import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { openState } from '../../../src/state/open-state.ts'
import { stateContract } from './state-contract.ts'

let folder: string
let files = 0

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'planogram-state-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

stateContract('SQLite in memory', () => openState(':memory:'))
stateContract('SQLite on disk', () => openState(join(folder, `state-${(files += 1)}.db`)))
