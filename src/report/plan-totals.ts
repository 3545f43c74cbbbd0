import { sanitizeLine } from './sanitize.ts'
import { actionsText, formatBytes } from './amounts.ts'
import { countOf } from '../source/counts.ts'
import type { PlanView } from './view/plan-view.ts'

const untold = 'no removal is planned, and the plan does not say who changed what.'

/** What a plan cannot tell where it is not known what was applied before; empty where it is. */
export function baseNotices({ base }: Pick<PlanView, 'base'>): readonly string[] {
  if (base === 'unknown') return [`It is not known what was applied to this store before: ${untold}`]
  return base === 'foreign' ? [`The state is of another embedded store: ${untold}`] : []
}

/** The last line of a plan: changes by action and the number of requests, or that there is nothing to apply. */
export function totalsText(view: PlanView): string {
  if (view.isEmpty) return emptyText(view)
  const { totals, estimate, hasBarriers } = view
  const barrierWords = hasBarriers ? ' Nothing is shown to shoppers before everything is checked.' : ''
  return `Plan: ${actionsText(totals)}. ${estimateText(estimate)}.${barrierWords}`
}

function emptyText({ totals: { cannot }, undoes, untouched, selection, isUnread }: PlanView): string {
  if (undoes !== null)
    return `Nothing to undo${cannot > 0 ? `: ${countOf(cannot, 'change')} cannot be undone` : ''}. The store has nothing else left of run ${undoes}.`
  if (cannot > 0)
    return `Nothing to apply: ${countOf(cannot, 'change')} cannot be applied to this store; everything else matches the catalogue.`
  if (untouched.drift.length > 0) return 'No changes. What was changed in the store is kept.'
  if (selection?.changed?.addresses.length === 0) return `Nothing changed since ${sanitizeLine(selection.changed.ref)}.`
  if (isUnread) return 'No changes: the catalogue is empty. `planogram pull` fills it from the store.'
  return selection ? 'No changes. The store matches what the plan is limited to.' : 'No changes. The store matches the catalogue.'
}

/** Requests and uploads of a plan: `5 requests, 71 uploads (1.2 MB)`. */
export function estimateText({ writes, uploads, uploadBytes, renditions = 0 }: PlanView['estimate']): string {
  const weights = [
    ...(uploads > renditions ? [formatBytes(uploadBytes)] : []),
    ...(renditions > 0 ? [countOf(renditions, 'rendition')] : []),
  ]
  const uploadWords = uploads === 0 ? [] : [`${countOf(uploads, 'upload')} (${weights.join(' and ')})`]
  return [countOf(writes, 'request'), ...uploadWords].join(', ')
}
