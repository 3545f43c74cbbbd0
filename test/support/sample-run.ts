import { type ApplyEvent, itemsOf, type Run, type StepOutcome } from '../../src/apply/events.ts'
import type { Stage, Step } from '../../src/plan/step.ts'

/** A step that uploads one file. */
export function upload(id: string, name: string): Step {
  return {
    id,
    stage: 'files',
    title: `PUT images/items/${name}`,
    idempotency: 'file',
    needs: [],
    changes: [],
    kind: 'put-file',
    path: `images/items/${name}`,
    from: `images/${name}`,
    size: 9,
    sha256: 'a',
  }
}

/** A step that posts this many products. */
export function post(id: string, count: number, stage: Stage = 'products'): Step {
  const record = { resource: 'Product', fields: {}, children: {} } as const
  return {
    id,
    stage,
    title: `create ${count} products`,
    idempotency: 'keyed',
    needs: [],
    changes: [],
    kind: 'post',
    spec: 'Product',
    records: Array.from({ length: count }, () => record),
  }
}

/** The start of a run of three uploads, 60 products in one step, and one step that puts them live. */
export const runStarted: Extract<ApplyEvent, { type: 'run-started' }> = {
  type: 'run-started',
  runId: 'r1',
  planHash: '7f3c91aa'.repeat(8),
  changes: { create: 60, update: 3, remove: 0, cannot: 1 },
  stages: [
    { stage: 'files', steps: 3, items: 3 },
    { stage: 'products', steps: 1, items: 60 },
    { stage: 'go live', steps: 1, items: 60 },
  ],
}

/** The event that a step starts. */
export function starts(step: Step): ApplyEvent {
  return { type: 'step-started', step }
}

/** The event that a record of a step failed. */
export function fails(step: Step, message: string, outcome: 'failed' | 'unknown' = 'failed', address = 'product.TEE'): ApplyEvent {
  return { type: 'operation-failed', step, failure: { address, outcome, message, source: null } }
}

/** The event that the request of a step was lost, with all its records, which are declared in `shop.yaml`. */
export function lost(step: Step): ApplyEvent {
  const first = ['A', 'B', 'C'].map((sku, index) => ({
    address: `product.${sku}`,
    source: { file: 'shop.yaml', line: index + 3, column: 3 },
  }))
  const message = 'shop.example answered POST Product with a server error (100).'
  return { type: 'request-failed', step, reason: 'lost', failure: { message, records: itemsOf(step), first, next: 'read' } }
}

/** The event that a step ends. */
export function ends(step: Step, outcome: StepOutcome = 'done', message: string | null = null): ApplyEvent {
  return { type: 'step-ended', step, outcome, message, items: outcome === 'done' || outcome === 'satisfied' ? itemsOf(step) : 0 }
}

/** A finished run with this outcome of each step. */
export function endedRun(outcome: Run['outcome'], steps: Run['steps'], failures: Run['failures'] = [], written = 0): Run {
  const changes = { written, present: [] }
  return { id: 'r1', planHash: '7f3c91aa'.repeat(8), outcome, steps, written, changes, failures, rewrites: [], notes: [] }
}
