import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Switches } from '../../src/emulator/assumptions/switches.ts'
import type { RecordTree } from '../../src/resources/record-tree.ts'
import { type ScenarioPrune, type ScenarioWebhooks, startWorld, type World } from './world.ts'

const folder = join(import.meta.dirname, '..', 'scenarios')

/** The folders of test/scenarios. */
export const scenarioNames: readonly string[] = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)

/** What a scenario sets besides its catalogues: `scenario.json` in its folder. */
interface ScenarioFile {
  readonly switches?: Partial<Switches>
  readonly gone?: readonly string[]
  readonly rows?: readonly Omit<RecordTree, 'children'>[]
  readonly webhooks?: ScenarioWebhooks
  /** True where the live side is what was applied before; default: nothing is known. */
  readonly applied?: boolean
  /** `manage.prune`; default: everything is kept. */
  readonly prune?: ScenarioPrune
}

/** The settings of a scenario; empty for one without any. */
export function scenarioFile(name: string): ScenarioFile {
  const file = join(folder, name, 'scenario.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}

/** Starts the store and the catalogue of a scenario. */
export function startScenario(name: string): Promise<World> {
  const { switches = {}, gone = [], rows = [], webhooks = {}, applied = false, prune = {} } = scenarioFile(name)
  const live = join(folder, name, 'live')
  const sides = { catalogue: join(folder, name, 'catalogue'), ...(existsSync(live) ? { live } : {}) }
  return startWorld({ ...sides, switches, gone, rows, webhooks, applied, prune })
}
