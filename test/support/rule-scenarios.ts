import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'
import { type LoadedCatalogue, loadCatalogue } from '../../src/catalogue/load-catalogue.ts'
import { inCatalogue, type WrittenFiles } from './written-catalogue.ts'

/** One folder per rule, with the folders `fails` and `passes`. */
export const scenarioRoot: string = resolve(import.meta.dirname, '../rules')

export type ScenarioKind = 'fails' | 'passes'

/** The file with the expected frame of a scenario. */
export const framesFile = 'problems.txt'

/** The date of every scenario. */
const now = new Date('2026-06-15T12:00:00Z')

/** The rules that have a scenario, in order. */
export function scenarioNames(): readonly string[] {
  return readdirSync(scenarioRoot, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .toSorted()
}

/** The files of a scenario by path, without the expected frame; empty if there is no such folder. */
export function scenarioFiles(rule: string, kind: ScenarioKind): WrittenFiles {
  const folder = join(scenarioRoot, rule, kind)
  if (!existsSync(folder)) return {}
  return Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== framesFile)
      .map((entry) => join(entry.parentPath, entry.name))
      .toSorted()
      .map((path) => [
        path
          .slice(folder.length + 1)
          .split(sep)
          .join('/'),
        readFileSync(path),
      ]),
  )
}

/** The catalogue of a scenario, checked for every store, on the date of the scenarios. */
export function loadScenario(rule: string, kind: ScenarioKind): Promise<LoadedCatalogue> {
  return inCatalogue(scenarioFiles(rule, kind), (root) => loadCatalogue({ root, env: {}, now, everyStore: true }))
}
