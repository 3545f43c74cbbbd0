import type { ApplyEvent } from '../apply/events.ts'
import type { Step } from '../plan/step.ts'

/** An event of an apply as a value for a line of JSON, its names in snake case as in a plan file. Long content is left out: a step is named by its id. */
export function applyEventJson(event: ApplyEvent): object {
  switch (event.type) {
    case 'run-started': {
      const { type, runId, planHash, changes, stages } = event
      return { type, run_id: runId, plan_hash: planHash, changes, stages }
    }
    case 'step-started':
      return { type: event.type, step: event.step.id, stage: event.step.stage, kind: event.step.kind }
    case 'step-ended': {
      const { type, step, outcome, message, items } = event
      return { type, step: step.id, stage: step.stage, outcome, items, message }
    }
    case 'operation-failed':
    case 'request-failed': {
      const { step, failure, ...rest } = event
      return { ...rest, step: step.id, ...failure }
    }
    case 'waiting':
      return { ...event, step: idOf(event.step) }
    case 'retrying':
      return { type: event.type, step: event.step.id, reason: event.reason }
    case 'slower':
    case 'stopping':
    case 'recording':
      return event
    case 'run-ended': {
      const { id, planHash, outcome, steps, written, failures, rewrites, notes } = event.run
      return { type: event.type, run_id: id, plan_hash: planHash, outcome, steps: outcomeCounts(steps), written, failures, rewrites, notes }
    }
    default:
      return event satisfies never
  }
}

function idOf(step: Step | null): string | null {
  return step?.id ?? null
}

function outcomeCounts(steps: readonly { readonly outcome: string }[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { outcome } of steps) counts[outcome] = (counts[outcome] ?? 0) + 1
  return counts
}
