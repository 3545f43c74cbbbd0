import { createHash } from 'node:crypto'
import type { Desired, DesiredRecord } from '../records/desired.ts'
import type { Expectation } from '../pricing/expectation.ts'
import type { Caches } from './cache/document-cache.ts'
import { openProductMemory, type ProductMemory } from './cache/product-memory.ts'
import { startProductCheck } from './check-products.ts'
import { collectDefinitions, type Definitions } from '../documents/collect-definitions.ts'
import type { Config } from './config/config.ts'
import { startTrace, type Trace } from './explain/trace.ts'
import { expandCatalogue } from './expand/expand-catalogue.ts'
import { expectationsOf } from './expectations-of.ts'
import { extraFieldsOf } from './extra-fields.ts'
import type { OnFileNamed } from './files/named-file.ts'
import type { PictureMemory } from '../pictures/wanted-pictures.ts'
import type { Rendition } from '../pictures/rendition.ts'
import { homeFolder } from './overlay/home-folder.ts'
import type { ReadLayer } from './overlay/read-layer.ts'
import { makeProblem } from '../problems/make-problem.ts'
import { mergeLayers } from './overlay/merge-layers.ts'
import type { Problem } from '../problems/problem.ts'
import { withoutEchoes, withoutLostLists } from './without-echoes.ts'
import { fillDefaults } from './reuse/fill-defaults.ts'
import { readDefaults } from './reuse/read-defaults.ts'
import { liveOwnedFields } from './expand/set-live-owned.ts'
import { sellsOneOf } from '../rules/every-record.ts'
import { ruleContext } from './rule-context.ts'
import { checkTogether, inRuleOrder } from '../rules/check-rules.ts'
import { gatherFacts } from '../rules/product-facts.ts'
import { webhookProblems } from './webhook-problems.ts'
import { withoutForeignAbsences } from './without-foreign-absences.ts'

/** What the layers of a catalogue make for one store. */
export interface ReadResult {
  readonly desired: Desired
  readonly expectations: readonly Expectation[]
  readonly definitions: Definitions
  /** Of merging, expanding and the rules; not those of the layers themselves. */
  readonly problems: readonly Problem[]
  /** Sha256 of the texts and pictures that were read, by path. */
  readonly hashes: ReadonlyMap<string, string>
  /** Where values come from; where nobody asks, only what the overlay changed. */
  readonly trace: Trace
  readonly renditions: readonly Rendition[]
}

/** One store and the layers that hold for it. */
export interface ResultInput {
  readonly root: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** The present moment; `undefined`: no promotion is over. */
  readonly now: Date | undefined
  /** The texts of all overlays but this one. */
  readonly elsewhere: (own: string | null) => () => string
  /** With the store that the result is for as the chosen one. */
  readonly config: Config
  readonly base: ReadLayer
  readonly over: ReadLayer | undefined
  /** Filled here. */
  readonly pictures: PictureMemory
  /** True to note in the history which defaults were overruled. */
  readonly trace: boolean
  /** True where only problems are asked for: products are not held. */
  readonly checkOnly: boolean
  /** Skus and variant codes whose products are held all the same. */
  readonly whole: readonly string[]
  readonly kept: (product: DesiredRecord) => DesiredRecord
  /** Where products that are right are remembered while only problems are asked for. */
  readonly caches: Caches | undefined
  readonly onFileNamed: OnFileNamed | undefined
}

/** Lays the overlay over the catalogue, fills in defaults, makes desired records and checks the rules. */
export async function readResult(input: ResultInput): Promise<ReadResult> {
  const { root, env, config, base, over, pictures, trace } = input
  const { overlay } = config.store
  const extra = extraFieldsOf(config)
  const merged = mergeLayers(base, over, trace)
  const { merge } = merged
  const defaults = readDefaults(merged.root, extra)
  const filled = fillDefaults(merged, { byFolder: defaults.byFolder, merge, folderOf: homeFolder(overlay) })
  const doubles = [...base.doubles, ...(over?.doubles ?? [])]
  const definitions = collectDefinitions({ root: filled.root, lists: merged.lists, doubles }, extra)
  const { now, elsewhere } = input
  const expectations = expectationsOf(definitions.lists.expect)
  const gathering = gatherFacts(new Set(expectations.map(({ sku }) => sku)))
  const { facts } = gathering
  const check = startProductCheck({ config, now, facts })
  const noted = startTrace(merge.history)
  const whole = new Set(input.whole)
  const expanded = await expandCatalogue(definitions, {
    root,
    overlay,
    liveOwned: liveOwnedFields(config.manage.liveOwned),
    images: config.images,
    pictures,
    check,
    gathering,
    kept: (product) => input.kept(product),
    holds: (product) => !input.checkOnly || sellsOneOf(product, whole),
    memory: memoryOf(input),
    onFileNamed: input.onFileNamed,
    trace: trace ? noted : undefined,
  })
  const { desired, hashes, renditions } = expanded
  const loaderProblems = [
    ...merge.problems,
    ...defaults.problems,
    ...filled.problems,
    ...definitions.problems,
    ...webhookProblems(definitions.lists.webhooks, env),
    ...expanded.problems,
  ]
  const context = ruleContext({ root, env, config, now, elsewhere: elsewhere(overlay), definitions, expanded, expectations, facts })
  const found = inRuleOrder([...check.problems(), ...checkTogether(context)])
  const partly = expanded.partly.map((at) => makeProblem({ rule: 'price-list-unknown', at, message: 'its price list is said elsewhere' }))
  const cuts = [...base.problems, ...(over?.problems ?? []), ...loaderProblems, ...partly]
  const ruleProblems = withoutEchoes(withoutForeignAbsences(found, config), cuts, definitions.entries)
  const said = withoutLostLists(loaderProblems, [...base.problems, ...(over?.problems ?? [])])
  const problems = [...said, ...ruleProblems]
  return { desired, expectations, definitions, problems, hashes, trace: noted, renditions }
}

/** Hashed names follow from the bytes of pictures, so that such products are made anew. */
function memoryOf({ config, base, over, checkOnly, caches }: ResultInput): ProductMemory | undefined {
  if (!checkOnly || !caches || config.images?.naming === 'hashed') return undefined
  const madeWith = createHash('sha256').update(JSON.stringify([config, base.surroundings, over?.surroundings]))
  const hashes = new Map([...base.hashes, ...(over?.hashes ?? [])])
  return openProductMemory(caches, { store: config.storeName, madeWith: madeWith.digest('hex'), hashes })
}
