import { countOf, formatCount } from '../report/amounts.ts'
import { countOfKind } from '../report/kinds.ts'
import type { Progress } from '../workspace/progress.ts'

/** What a long call does now, on one line: "Reading the store: 4,000 products". */
export function stageText(progress: Progress): string {
  if (isCompletion(progress)) return completionText(progress)
  switch (progress.kind) {
    case 'reading-catalogue':
      return `Reading the catalogue: ${countOf(progress.documents, 'document')}, ${countOf(progress.products, 'product')}`
    case 'opening-store':
      return 'Opening the store'
    case 'reading-store':
      return `Reading the store: ${countOfKind(progress.records, progress.resource)}`
    case 'comparing-answers':
      return `Comparing the store with the last plan: ${doneOf(progress)} answers`
    case 'reading-files':
      return `Reading the store: ${countOf(progress.files, 'picture')}`
    case 'comparing':
      return `Comparing: ${countOfKind(progress.records, progress.resource)}`
    case 'planning':
      return `Planning: ${countOf(progress.changes, 'change')}, ${countOf(progress.steps, 'step')}`
    case 'downloading':
      return `Downloading pictures: ${doneOf(progress)}`
    case 'checking':
      return `Checking the result: ${countOf(progress.documents, 'document')}, ${countOf(progress.products, 'product')}`
    case 'resizing':
      return `Resizing pictures: ${doneOf(progress)}`
    default:
      return progress satisfies never
  }
}

const completionStages = ['ordering', 'hashing', 'formatting', 'saving-plan', 'reading-plan'] as const

/** The stages in which a plan is completed, saved, read and shown. */
type Completion = Extract<Progress, { readonly kind: (typeof completionStages)[number] }>

function isCompletion(progress: Progress): progress is Completion {
  return completionStages.some((kind) => kind === progress.kind)
}

function completionText(progress: Completion): string {
  switch (progress.kind) {
    case 'ordering':
      return `Ordering the steps: ${doneOf(progress)}`
    case 'hashing':
      return `Hashing the plan: ${doneOf(progress)} lines`
    case 'formatting':
      return `Formatting the plan: ${countOf(progress.changes, 'change')}`
    case 'saving-plan':
      return `Saving the plan: ${countOf(progress.lines, 'line')}`
    case 'reading-plan':
      return `Reading the plan: ${countOf(progress.lines, 'line')}`
    default:
      return progress satisfies never
  }
}

function doneOf({ done, all }: { readonly done: number; readonly all: number }): string {
  return `${formatCount(done)} of ${formatCount(all)}`
}
