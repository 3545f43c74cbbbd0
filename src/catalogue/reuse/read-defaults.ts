import type { ExtraFields } from '../../documents/collect-definitions.ts'
import { defineEntry } from '../../documents/define-entry.ts'
import { defaultSections, type DefaultSectionName } from '../../documents/defaults-document.ts'
import { makeProblem } from '../../problems/make-problem.ts'
import { meantSentence } from '../../documents/meant-sentence.ts'
import type { Problem } from '../../problems/problem.ts'
import { opened } from '../../yaml/lazy-map.ts'
import { childOf, keySpanOf, keysOf, type Located, spanOf } from '../../yaml/source-node.ts'

/** What `defaults` says of one kind of record; `keys` are those that could be understood. */
export interface Level {
  readonly located: Located
  readonly keys: readonly string[]
}

export type FolderDefaults = Readonly<Partial<Record<DefaultSectionName, Level>>>

/** The defaults of a catalogue by folder, from its root (''), and what is wrong in them. */
export interface Defaults {
  readonly byFolder: ReadonlyMap<string, FolderDefaults>
  readonly problems: readonly Problem[]
}

/** Checks the `defaults` of the joined documents. */
export function readDefaults(root: Located, extra: ExtraFields): Defaults {
  const problems: Problem[] = []
  const all = childOf(root, 'defaults')
  const byFolder = new Map<string, FolderDefaults>()
  for (const folder of all ? keysOf(all) : []) {
    const located = all && childOf(all, folder)
    if (located) byFolder.set(folder, readFolder(located, extra, problems))
  }
  return { byFolder, problems }
}

function readFolder(located: Located, extra: ExtraFields, problems: Problem[]): FolderDefaults {
  const read: Partial<Record<DefaultSectionName, Level>> = {}
  for (const key of keysOf(located)) {
    const given = childOf(located, key)
    if (!given) continue
    const place = opened(given)
    if (!isSection(key)) {
      const fix = meantSentence(key, Object.keys(defaultSections)) ?? ''
      problems.push(makeProblem({ rule: 'unknown-key', at: keySpanOf(place), message: `unknown key "${key}"`, fix }))
    } else if (place.node.kind === 'map') {
      const found: Problem[] = []
      const definition = defineEntry({ key, located: place, schema: defaultSections[key], extra: extraOf(key, extra) }, found)
      problems.push(...found.map((problem) => (isOwnKey(problem) ? { ...problem, fix: ownKeyFix } : problem)))
      if (definition) read[key] = { located: place, keys: [...Object.keys(definition.value), ...Object.keys(definition.extras)] }
    } else {
      problems.push(makeProblem({ rule: 'wrong-type', at: spanOf(place), message: `"${key}" must be a map of fields` }))
    }
  }
  return read
}

const ownKeyFix = 'It tells one record from another, so it is no default: write it there.'

/** True where the unknown key is one that records have and defaults have not. */
function isOwnKey({ rule, message }: Problem): boolean {
  return rule === 'unknown-key' && ['slug', 'gtin', 'mpn', 'external_id'].some((key) => message === `unknown key "${key}"`)
}

function isSection(key: string): key is DefaultSectionName {
  return Object.hasOwn(defaultSections, key)
}

function extraOf(section: DefaultSectionName, extra: ExtraFields): ReadonlySet<string> | undefined {
  return section === 'variants' ? undefined : extra[section]
}
