import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Switches } from '../../src/emulator/assumptions/switches.ts'
import type { RecordTree } from '../../src/resources/record-tree.ts'
import { type ScenarioWebhooks, startWorld, type World } from './world.ts'

const folder = join(import.meta.dirname, '..', 'scenarios')

/** The folders of test/scenarios. */
export const scenarioNames: readonly string[] = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)

interface ScenarioFile {
  readonly switches?: Partial<Switches>
  readonly gone?: readonly string[]
  readonly rows?: readonly Omit<RecordTree, 'children'>[]
  readonly webhooks?: ScenarioWebhooks
}

/** Starts the store and the catalogue of a scenario. */
export function startScenario(name: string): Promise<World> {
  const file = join(folder, name, 'scenario.json')
  const {
    switches = {},
    gone = [],
    rows = [],
    webhooks = {},
  }: ScenarioFile = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  const live = join(folder, name, 'live')
  return startWorld({ catalogue: join(folder, name, 'catalogue'), switches, gone, rows, webhooks, ...(existsSync(live) ? { live } : {}) })
}
