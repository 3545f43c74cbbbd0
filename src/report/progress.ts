import type { ApplyEvent, Run, StageLoad, StepOutcome } from '../apply/events.ts'
import type { Stage, Step } from '../plan/step.ts'

/** The progress of one stage. Times in milliseconds of the observer's clock. */
export interface StageProgress extends StageLoad {
  /** Steps that ended, whatever their outcome. */
  readonly endedSteps: number
  /** Records or files of the steps that succeeded. */
  readonly doneItems: number
  readonly failed: number
  /** Steps that were skipped because a step that they need failed. */
  readonly blocked: number
  readonly startedAtMs: number | null
  readonly endedAtMs: number | null
  readonly pace: Pace
}

/** Recent work and time, weighted by age; their ratio is the rate. */
interface Pace {
  readonly items: number
  readonly ms: number
  readonly lastMs: number
}

/** How many failures are reported while the apply runs, and at its end. */
export const failuresShown = 20

/** What a stage is called while it runs: the records of `grids` are price cells, not grids. */
export function stageLabel({ stage }: StageProgress): string {
  return stage === 'grids' ? 'prices' : stage
}

/** The progress of an apply, calculated from its events by `followApply`: a value whose size does not grow with the steps. */
export interface Progress {
  readonly startedAtMs: number
  readonly stages: readonly StageProgress[]
  readonly inFlight: readonly Step[]
  /** How often a request was sent again. */
  readonly retries: number
  /** Ids of the steps in flight of which a request was sent again, or waits for that. */
  readonly retrying: readonly string[]
  /** Records, grids and files that failed or whose outcome is unknown. */
  readonly failures: number
  readonly stopping: boolean
  /** What is waited for, by the clock of the observer. */
  readonly waits: readonly Wait[]
  readonly lastEventMs: number
  /** The last time that the store asked for fewer requests. */
  readonly slower: Extract<ApplyEvent, { type: 'slower' }> | null
  readonly run: Run | null
  /** Root records that are recorded as last applied after the run. */
  readonly recorded: number
}

/** A wait of one step, or of the whole run. */
export interface Wait {
  readonly step: string | null
  readonly reason: 'busy' | 'settle'
  readonly seconds: number
  /** The end by the clock of the run, as an ISO instant. */
  readonly until: string
  readonly untilMs: number
}

const halfLifeMs = 10_000

/** Before the first event. */
export const noProgress: Progress = {
  startedAtMs: 0,
  stages: [],
  inFlight: [],
  retries: 0,
  retrying: [],
  failures: 0,
  stopping: false,
  waits: [],
  lastEventMs: 0,
  slower: null,
  run: null,
  recorded: 0,
}

/** The progress after one more event, which was received at `atMs`. */
export function followApply(progress: Progress, event: ApplyEvent, atMs: number): Progress {
  if (event.type === 'recording') return { ...progress, recorded: event.records, lastEventMs: atMs }
  const next = event.type === 'request-failed' ? progress : afterEvent(progress, event, atMs)
  return { ...next, lastEventMs: atMs }
}

/** The wait that ends last, or `undefined` where nothing is waited for. */
export function longestWait({ waits }: Progress, atMs: number): Wait | undefined {
  return waits.filter(({ untilMs }) => untilMs > atMs).toSorted((a, b) => b.untilMs - a.untilMs)[0]
}

/** How long nothing has happened while nothing is waited for. */
export function silentMs({ waits, lastEventMs }: Progress, atMs: number): number {
  return Math.max(0, atMs - waits.reduce((last, { untilMs }) => Math.max(last, untilMs), lastEventMs))
}

function afterEvent(progress: Progress, event: Exclude<ApplyEvent, { type: 'request-failed' | 'recording' }>, atMs: number): Progress {
  switch (event.type) {
    case 'run-started':
      return { ...noProgress, startedAtMs: atMs, stages: event.stages.map((load) => notStarted(load, atMs)) }
    case 'step-started':
      return { ...inStage(progress, event.step.stage, (stage) => started(stage, atMs)), inFlight: [...progress.inFlight, event.step] }
    case 'step-ended':
      return stepEnded(progress, event, atMs)
    case 'operation-failed':
      return { ...progress, failures: progress.failures + 1 }
    case 'waiting':
      return withWait(event.reason === 'busy' && event.step !== null ? withRetrying(progress, event.step) : progress, event, atMs)
    case 'retrying':
      return { ...withRetrying(progress, event.step), retries: progress.retries + 1, waits: waitsWithout(progress, event.step) }
    case 'slower':
      return { ...progress, slower: event }
    case 'stopping':
      return { ...progress, stopping: true, waits: [] }
    case 'run-ended':
      return { ...progress, inFlight: [], retrying: [], waits: [], run: event.run }
    default:
      return event satisfies never
  }
}

/** The number of steps that ended, and of all steps. */
export function countSteps({ stages }: Progress): { ended: number; all: number } {
  return {
    ended: stages.reduce((sum, { endedSteps }) => sum + endedSteps, 0),
    all: stages.reduce((sum, { steps }) => sum + steps, 0),
  }
}

/** Recent records or files per second, or `undefined` before the first. */
export function rateOf({ pace }: StageProgress): number | undefined {
  return pace.items === 0 || pace.ms === 0 ? undefined : (pace.items / pace.ms) * 1000
}

/**
 * An estimate of the milliseconds left, with what is waited for; `undefined` in the first three seconds while fewer than 20 steps have ended,
 * and where nothing has happened for longer than that.
 */
export function timeLeftMs(progress: Progress, atMs: number): number | undefined {
  const work = workLeftMs(progress, atMs)
  if (work === undefined) return undefined
  const waitMs = (longestWait(progress, atMs)?.untilMs ?? atMs) - atMs
  if (waitMs === 0) return isSilent(progress, atMs) && silentMs(progress, atMs) > work ? undefined : work
  const works = progress.inFlight.some(({ id }) => progress.waits.every(({ step }) => step !== id))
  return works ? Math.max(work, waitMs) : work + waitMs
}

const silenceMs = 10_000

/** True where nothing has happened for ten seconds, though nothing is waited for. */
export function isSilent(progress: Progress, atMs: number): boolean {
  return silentMs(progress, atMs) >= silenceMs
}

function workLeftMs(progress: Progress, atMs: number): number | undefined {
  const { ended } = countSteps(progress)
  // A wait is no sign of a slow store.
  const elapsed = (longestWait(progress, atMs) === undefined ? atMs : progress.lastEventMs) - progress.startedAtMs
  if (ended === 0 || (elapsed < 3000 && ended < 20)) return undefined
  const msPerStep = elapsed / ended
  return progress.stages.reduce((sum, stage) => {
    const rate = rateOf(stage)
    const left = rate === undefined ? (stage.steps - stage.endedSteps) * msPerStep : ((stage.items - stage.doneItems) / rate) * 1000
    return sum + (stage.endedSteps === stage.steps ? 0 : Math.max(0, left))
  }, 0)
}

function notStarted(load: StageLoad, atMs: number): StageProgress {
  return {
    ...load,
    endedSteps: 0,
    doneItems: 0,
    failed: 0,
    blocked: 0,
    startedAtMs: null,
    endedAtMs: null,
    pace: { items: 0, ms: 0, lastMs: atMs },
  }
}

function started(stage: StageProgress, atMs: number): StageProgress {
  return stage.startedAtMs === null ? { ...stage, startedAtMs: atMs, pace: { ...stage.pace, lastMs: atMs } } : stage
}

function stepEnded(progress: Progress, { step, outcome, items }: Extract<ApplyEvent, { type: 'step-ended' }>, atMs: number): Progress {
  const next = inStage(progress, step.stage, (stage) => afterStep(stage, { outcome, items }, atMs))
  return {
    ...next,
    inFlight: progress.inFlight.filter(({ id }) => id !== step.id),
    retrying: progress.retrying.filter((id) => id !== step.id),
    waits: waitsWithout(progress, step),
  }
}

function withWait(progress: Progress, { step, reason, seconds, until }: Extract<ApplyEvent, { type: 'waiting' }>, atMs: number): Progress {
  const others = progress.waits.filter((wait) => wait.untilMs > atMs && wait.step !== (step?.id ?? null))
  return { ...progress, waits: [...others, { step: step?.id ?? null, reason, seconds, until, untilMs: atMs + seconds * 1000 }] }
}

function waitsWithout({ waits }: Progress, { id }: Step): readonly Wait[] {
  return waits.some(({ step }) => step === id) ? waits.filter(({ step }) => step !== id) : waits
}

function withRetrying(progress: Progress, { id }: Step): Progress {
  return progress.retrying.includes(id) ? progress : { ...progress, retrying: [...progress.retrying, id] }
}

function afterStep(stage: StageProgress, { outcome, items }: { outcome: StepOutcome; items: number }, atMs: number): StageProgress {
  const endedSteps = stage.endedSteps + 1
  const fade = 0.5 ** ((atMs - stage.pace.lastMs) / halfLifeMs)
  return {
    ...started(stage, atMs),
    endedSteps,
    doneItems: Math.min(stage.items, stage.doneItems + items),
    failed: stage.failed + (outcome === 'failed' || outcome === 'unknown' ? 1 : 0),
    blocked: stage.blocked + (outcome === 'blocked' ? 1 : 0),
    endedAtMs: endedSteps === stage.steps ? atMs : null,
    pace: { items: stage.pace.items * fade + items, ms: stage.pace.ms * fade + (atMs - stage.pace.lastMs), lastMs: atMs },
  }
}

function inStage(progress: Progress, name: Stage, change: (stage: StageProgress) => StageProgress): Progress {
  return { ...progress, stages: progress.stages.map((stage) => (stage.stage === name ? change(stage) : stage)) }
}
