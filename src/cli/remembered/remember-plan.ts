import { join } from 'node:path'
import type { Plan } from '../../plan/plan.ts'
import { type AroundStore, openAnswerLog } from '../../store/answer-log.ts'
import { nothingAround } from '../../store/open-store.ts'
import type { RequestCounts } from '../../store/store-client.ts'
import type { InspectOptions, OpenPackedCatalogue } from '../../workspace/load-catalogue.ts'
import {
  type FileMark,
  isSameCatalogue,
  isSameState,
  markCatalogue,
  markState,
  unmarkedFolder,
  withDocumentHashes,
} from '../../workspace/remembered/file-marks.ts'
import { inputsOf, writePlanRecord } from '../../workspace/remembered/plan-record.ts'
import { catalogueRoot } from '../catalogue-root.ts'
import type { GlobalOptions } from '../global-options.ts'
import type { ProgramOutput } from '../program-output.ts'
import { shownProblems } from '../read-catalogue.ts'
import type { Surroundings } from '../surroundings.ts'
import { lookOf, type PrintedPlan } from './printed-plan.ts'

/** A plan that is being made, to be remembered if it finds nothing to do. */
export interface PlanMemory {
  /** What its catalogue is read with. */
  readonly reading: Pick<InspectOptions, 'mentionsOf'>
  /**
   * Marks the state of a store whose plans are remembered: not an embedded one, or one whose key comes from a program. To be called when the
   * catalogue is read and before the store is connected.
   */
  readonly beforeStore: (catalogue: OpenPackedCatalogue) => void
  /** Put around the client of the store. */
  readonly around: AroundStore
  /** Remembers the plan where everything that it was made from is known; to be called when the state is closed. */
  readonly save: (made: Plan, end: PlanEnd) => void
}

interface PlanEnd {
  readonly catalogue: OpenPackedCatalogue
  readonly requests: RequestCounts
  readonly format: PrintedPlan['format']
  readonly output: ProgramOutput
}

/** For a plan that is not remembered. */
export const noMemory: PlanMemory = { reading: {}, beforeStore: () => {}, around: nothingAround, save: () => {} }

/** Begins to remember a plan, before its catalogue is read. Nothing is remembered where not every file can be marked. */
export function openPlanMemory(global: GlobalOptions, surroundings: Surroundings): PlanMemory {
  const { tried, env, now, stderr } = surroundings
  if (!tried) return noMemory
  const root = catalogueRoot(global, surroundings)
  const place = { root, env, command: tried.command, now: now() }
  const besides = [global.config]
  const files = markCatalogue(root, besides)
  if (files === null) return noMemory
  const inputs = inputsOf(place)
  const log = openAnswerLog()
  const reused = { answers: 0 }
  let state: FileMark | null = null

  return {
    reading: { mentionsOf: [unmarkedFolder] },
    beforeStore({ config }) {
      const { store } = config
      if (!store.emulator && store.key.kind !== 'command') state = markState(join(root, config.state))
    },
    around: { ...log, exchange: (exchange) => log.exchange(tried.reuse(exchange, () => void (reused.answers += 1))) },
    save(plan, { catalogue, requests, format, output }) {
      const answers = log.answers()
      const { config, judgedUntil } = catalogue
      // A request that was sent again is not in the log.
      const isEverything = answers?.length === requests.reads + reused.answers && requests.writes + requests.uploads === 0
      if (plan.changes.length > 0 || plan.steps.length > 0 || !isEverything || !isKnown(catalogue)) return
      const hashed = withDocumentHashes(files, root, catalogue.sources.hashOf)
      if (hashed === null || !isSameCatalogue(files, root, { besides, as: 'file' })) return
      if (state === null || !isSameState(state, join(root, config.state))) return
      const { color, quiet, chdir, verbose } = global
      const warnings = shownProblems(catalogue, output, global)
      const shown: PrintedPlan = { global: { color, quiet, chdir, verbose }, format, warnings, look: lookOf(output, stderr) }
      const readAt = place.now.toISOString()
      writePlanRecord({ inputs, config, besides, files: hashed, state, readAt, judgedUntil, answers, plan, shown }, place)
    },
  }
}

/** False for a catalogue that names files which are not marked. */
function isKnown({ config: { stores }, mentions }: OpenPackedCatalogue): boolean {
  const overlays = Object.values(stores).map(({ overlay }) => overlay ?? '')
  return mentions.length === 0 && !overlays.some((path) => isUnmarked(path))
}

function isUnmarked(path: string): boolean {
  return path.split('/').includes(unmarkedFolder)
}
