import { defaultSections, type DefaultSectionName } from '../../documents/defaults-document.ts'
import { defineEntry } from '../../documents/define-entry.ts'
import { meantSentence } from '../../documents/meant-sentence.ts'
import { makeProblem } from '../../problems/make-problem.ts'
import type { Problem } from '../../problems/problem.ts'
import { childOf, keySpanOf, keysOf, type Located, spanOf } from '../../yaml/source-node.ts'
import type { Entry, OpenEntry } from '../files/source-document.ts'
import type { ExtraFields } from './definitions.ts'

/** The defaults of one kind of record; `keys` are those that are correct. */
export interface DefaultLevel {
  readonly located: Located
  readonly keys: readonly string[]
}

export type FolderDefaults = Readonly<Partial<Record<DefaultSectionName, DefaultLevel>>>

/** The defaults of a catalogue by folder, from its root (''). */
export interface Defaults {
  readonly byFolder: ReadonlyMap<string, FolderDefaults>
  readonly problems: readonly Problem[]
}

/** Checks the `defaults` of a catalogue; `entries` is by folder. */
export function readDefaults(entries: ReadonlyMap<string, Entry>, open: OpenEntry, extra: ExtraFields): Defaults {
  const problems: Problem[] = []
  const byFolder = new Map([...entries].map(([folder, entry]) => [folder, readFolder(open(entry), extra, problems)]))
  return { byFolder, problems }
}

function readFolder(located: Located, extra: ExtraFields, problems: Problem[]): FolderDefaults {
  const read: Partial<Record<DefaultSectionName, DefaultLevel>> = {}
  for (const key of keysOf(located)) {
    const place = childOf(located, key)
    if (!place) continue
    if (!isSection(key)) {
      const fix = meantSentence(key, Object.keys(defaultSections)) ?? ''
      problems.push(makeProblem({ rule: 'unknown-key', at: keySpanOf(place), message: `unknown key "${key}"`, fix }))
    } else if (place.node.kind === 'map') {
      const found: Problem[] = []
      const definition = defineEntry({ key, located: place, schema: defaultSections[key], extra: extraOf(key, extra) }, found)
      problems.push(...withOwnKeyFix(found, place))
      if (definition) read[key] = { located: place, keys: [...Object.keys(definition.value), ...Object.keys(definition.extras)] }
    } else {
      problems.push(makeProblem({ rule: 'wrong-type', at: spanOf(place), message: `"${key}" must be a map of fields` }))
    }
  }
  return read
}

/** Keys that records have and defaults have not. */
const identifiers = ['slug', 'gtin', 'mpn', 'external_id']

function withOwnKeyFix(problems: readonly Problem[], located: Located): Problem[] {
  const places = identifiers.flatMap((key) => childOf(located, key) ?? []).map(keySpanOf)
  const isIdentifier = ({ rule, at }: Problem): boolean =>
    rule === 'unknown-key' && places.some(({ file, start }) => file === at.file && start === at.start)
  const fix = 'It identifies one record, so it cannot be a default: write it in the record.'
  return problems.map((problem) => (isIdentifier(problem) ? { ...problem, fix } : problem))
}

function isSection(key: string): key is DefaultSectionName {
  return Object.hasOwn(defaultSections, key)
}

function extraOf(section: DefaultSectionName, extra: ExtraFields): ReadonlySet<string> | undefined {
  return section === 'variants' ? undefined : extra[section]
}
