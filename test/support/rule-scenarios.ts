import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'
import { type FlatCatalogue, loadFlat, inCatalogue, type WrittenFiles } from './written-catalogue.ts'

/**
 * One folder per rule, with a folder for each case. `fails` and `passes` are shown on the page of the rule; further cases are called
 * `fails-…` and `passes-…`. A case `fails` has a problem of the rule; a case `passes` has no problems at all.
 */
export const scenarioRoot: string = resolve(import.meta.dirname, '../rules')

/** The file of a case with its problems as `validate` prints them. */
export const framesFile = 'problems.txt'

/** The time of every scenario. */
const now = new Date('2026-06-15T12:00:00Z')

/** The rules that have a scenario, in order. */
export function scenarioNames(): readonly string[] {
  return foldersOf(scenarioRoot)
}

/** The cases of a rule, in order. */
export function scenarioCases(rule: string): readonly string[] {
  return foldersOf(join(scenarioRoot, rule))
}

/** True for a case in which the rule is broken. */
export function isFailing(name: string): boolean {
  return name === 'fails' || name.startsWith('fails-')
}

/** True for a case without problems. */
export function isPassing(name: string): boolean {
  return name === 'passes' || name.startsWith('passes-')
}

function foldersOf(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .toSorted()
}

/** The files of a case by their path, without its problems. */
export function scenarioFiles(rule: string, name: string): WrittenFiles {
  const folder = join(scenarioRoot, rule, name)
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

/** The catalogue of a case, checked for every store. */
export function loadScenario(rule: string, name: string): Promise<FlatCatalogue> {
  return inCatalogue(scenarioFiles(rule, name), (root) => loadFlat({ root, env: {}, now, everyStore: true }))
}
