import { OperationalError } from '../errors.ts'
import { unlessRefused } from '../live/refused-read.ts'
import { nearestWord } from '../problems/nearest-word.ts'
import type { StoreFinding } from '../records/store-finding.ts'
import { childResources, plannedRoots, resourceOf, type ResourceName, resources, rootNames } from '../resources/registry.ts'
import { countOf, formatCount } from '../source/counts.ts'
import type { StoreClient, StoreFiles } from '../store/store-client.ts'
import { capabilityFindings } from './capability-findings.ts'

/**
 * Looks at what a key may do in a store and what the store has: each resource that a catalogue can contain is read, its schema and the folders of its pictures.
 * Nothing is written. Throws where the store cannot be reached, or refuses the key.
 */
export async function examineStore(store: StoreClient): Promise<readonly StoreFinding[]> {
  // The first request alone: it decides whether there are others.
  const [first, ...others] = resourcesRead()
  const reads = first === undefined ? [] : [await readFinding(first, store)]
  const found = await Promise.all([
    Promise.all(others.map((resource) => readFinding(resource, store))),
    Promise.all(resourcesWithSchema().map((resource) => schemaFinding(resource, store))),
    fileFindings(store.files),
  ])
  return [...reads, ...found.flat(), ...capabilityFindings(store.capabilities)]
}

/** The resources that a catalogue can contain, root records first. */
function resourcesRead(): readonly ResourceName[] {
  const below = (resource: ResourceName): readonly ResourceName[] => childResources(resource).flatMap((child) => [child, ...below(child)])
  return [...new Set([...plannedRoots.toReversed(), ...rootNames, ...rootNames.flatMap(below)])]
}

function resourcesWithSchema(): readonly ResourceName[] {
  return rootNames.filter((name) => resourceOf(name).metaFields === true)
}

async function readFinding(resource: ResourceName, store: StoreClient): Promise<StoreFinding> {
  const { many, one } = resourceOf(resource).noun
  const part = `reads ${many}`
  const count = await unlessRefused(store.count(resource))
  if (typeof count === 'number') return { part, state: 'works', text: `${formatCount(count)} ${count === 1 ? one : many}`, fix: null }
  const isRoot = plannedRoots.some((root) => root === resource)
  const follows = isRoot ? 'A catalogue that contains them cannot be compared with the store.' : 'A catalogue must not contain them.'
  return { part, state: isRoot ? 'fails' : 'limited', text: `${count.message} ${follows}`, fix: count.fix }
}

/** Whether the store says which fields it has, and whether it has those of the config. */
async function schemaFinding(resource: ResourceName, store: StoreClient): Promise<StoreFinding> {
  const part = `fields of ${resource}`
  const names = Object.entries(store.fieldNames[resource] ?? {})
  const known = await unlessRefused(store.schemaFields(resource))
  if (known instanceof OperationalError) return { part, state: 'limited', text: known.message, fix: known.fix }
  if (known === null)
    return {
      part,
      state: 'limited',
      text: 'The store has no schema: meta_* fields are not pulled, and names of the config not checked.',
      fix: null,
    }
  const wrong = names.filter(([, name]) => !known.includes(name))
  const [first] = wrong
  if (!first) {
    const checked = names.length === 0 ? '' : ', those of the config among them'
    return { part, state: 'works', text: `${countOf(known.length, 'field')}${checked}`, fix: null }
  }
  const near = nearestWord(first[1], known)
  return {
    part,
    state: 'fails',
    text: `The store has no field ${wrong.map(([, name]) => name).join(', ')}.`,
    fix: `Correct \`fields.${resource}.${first[0]}\` of the store in planogram.yaml${near === undefined ? '' : `; the store has \`${near}\``}.`,
  }
}

/** The folders of the pictures that records name. */
const folders: readonly string[] = [
  ...new Set(resources.flatMap(({ fields }) => Object.values(fields).flatMap((field) => (field.kind === 'file' ? [field.folder] : [])))),
]

async function fileFindings(files: StoreFiles | null): Promise<readonly StoreFinding[]> {
  if (!files) {
    return [
      {
        part: 'Files API',
        state: 'limited',
        text: 'The store has no files_url: pictures are neither compared nor uploaded.',
        fix: 'Set `files_url` and `site_name` of the store in planogram.yaml.',
      },
    ]
  }
  return Promise.all(
    folders.map(async (folder): Promise<StoreFinding> => {
      const part = `files in ${folder}`
      try {
        const found = await files.list(folder)
        return { part, state: 'works', text: countOf(found.length, 'file'), fix: null }
      } catch (error) {
        if (!(error instanceof OperationalError)) throw error
        return { part, state: 'fails', text: error.message, fix: error.fix }
      }
    }),
  )
}
