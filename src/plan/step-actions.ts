import { invariant } from '../errors.ts'
import type { Action, ActionPlace, WritingStep } from './operation.ts'
import type { Step } from './step.ts'

/** The action of a step at one of its places. Where its records are made when they are read, so is the action. */
export function actionAt({ step, at }: ActionPlace): Action {
  switch (step.kind) {
    case 'post': {
      const record = step.records[at]
      invariant(record, `${step.id} has no record ${at}`)
      const { resource, fields } = record
      if (resource !== 'PricingAdvanced') return { kind: 'write', record }
      const sku = fields['sku'] ?? ''
      return { kind: 'write-prices', sku, rows: step.records.filter((row) => (row.fields['sku'] ?? '') === sku) }
    }
    case 'delete-prices':
      return { kind: 'delete-prices', sku: step.skus[at] ?? '' }
    case 'delete-entry':
      return { kind: 'delete-entry', sku: step.sku, uid: step.uid }
    case 'delete-row':
      return { kind: 'delete-row', resource: step.resource, where: step.where }
    case 'put-file':
      return { kind: 'put-file', path: step.path, from: step.from, size: step.size, sha256: step.sha256 }
    case 'delete-file':
      return { kind: 'delete-file', path: step.path, size: step.size, sha256: step.sha256 }
    default:
      return step satisfies never
  }
}

/** The actions of a step in its order, each with its place; a verify has none. Each record is read once. */
export function* actionsOf(step: Step): Generator<readonly [place: ActionPlace, action: Action], void> {
  if (step.kind === 'verify' || step.kind === 'barrier') return
  if (step.kind === 'post') yield* writesOf(step)
  else for (const at of (step.kind === 'delete-prices' ? step.skus : [step]).keys()) yield [{ step, at }, actionAt({ step, at })]
}

/** A record is an action of its own; the price entries of one sku are one. */
function* writesOf(step: Extract<WritingStep, { kind: 'post' }>): Generator<readonly [place: ActionPlace, action: Action], void> {
  const skus = new Set<string>()
  for (const [at, record] of step.records.entries()) {
    if (record.resource !== 'PricingAdvanced')
      yield [
        { step, at },
        { kind: 'write', record },
      ]
    else if (!skus.has(record.fields['sku'] ?? '')) {
      skus.add(record.fields['sku'] ?? '')
      yield [{ step, at }, actionAt({ step, at })]
    }
  }
}
