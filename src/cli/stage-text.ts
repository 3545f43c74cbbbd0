import type { MergePart } from '../pull/merge-store.ts'
import { formatBytes } from '../report/amounts.ts'
import { countOf, formatCount } from '../source/counts.ts'
import { countOfKind } from '../report/kinds.ts'
import { recordingText } from '../report/recording-text.ts'
import { sanitizeLine } from '../report/sanitize.ts'
import type { Progress } from '../workspace/progress.ts'

/** What a long call does now, on one line: "Reading the store: 4,000 products". */
export function stageText(progress: Progress): string {
  if (isCompletion(progress)) return completionText(progress)
  if (isMerging(progress)) return mergingText(progress)
  if (isExchange(progress)) return `${exchangeTexts[progress.kind]}: ${doneOf(progress)}`
  switch (progress.kind) {
    case 'reading-catalogue':
      return `Reading the catalogue: ${readText(progress)}`
    case 'opening-store':
      return 'Opening the store'
    case 'reading-store':
      return `Reading the store: ${countOfKind(progress.records, progress.resource)}`
    case 'reading-files':
      return `Reading the store: ${countOf(progress.files, 'picture')}`
    case 'comparing':
      return `Comparing: ${countOfKind(progress.records, progress.resource)}`
    case 'planning':
      return `Planning: ${countOf(progress.changes, 'change')}, ${countOf(progress.steps, 'step')}`
    case 'checking':
      return `Checking the result: ${readText(progress)}`
    default:
      return progress satisfies never
  }
}

function readText({ documents, products, large }: Extract<Progress, { readonly kind: 'reading-catalogue' | 'checking' }>): string {
  if (large) return `${sanitizeLine(large.path)}, ${formatBytes(large.bytes)}, ${large.percent} %`
  return `${countOf(documents, 'document')}, ${countOf(products, 'product')}`
}

const exchangeTexts = {
  downloading: 'Downloading pictures',
  resizing: 'Resizing pictures',
  'writing-customers': 'Writing customers',
} as const

function isExchange(progress: Progress): progress is Extract<Progress, { readonly kind: keyof typeof exchangeTexts }> {
  return Object.hasOwn(exchangeTexts, progress.kind)
}

const mergeTexts: Readonly<Record<MergePart, string>> = {
  'price-lists': 'Looking for price lists',
  order: 'Ordering the records',
  entries: 'Writing entries',
  differences: 'Comparing the result',
}

const mergingStages = ['finding-pictures', 'merging', 'formatting-documents', 'recording', 'reading-base'] as const

/** The stages in which a store is merged into documents. */
type Merging = Extract<Progress, { readonly kind: (typeof mergingStages)[number] }>

function isMerging(progress: Progress): progress is Merging {
  return mergingStages.some((kind) => kind === progress.kind)
}

function mergingText(progress: Merging): string {
  switch (progress.kind) {
    case 'reading-base':
      return `Reading what was last applied: ${countOf(progress.records, 'record')}`
    case 'finding-pictures':
      return `Looking for pictures: ${countOf(progress.records, 'record')}`
    case 'merging':
      return `${mergeTexts[progress.part]}: ${countOf(progress.records, 'record')}`
    case 'formatting-documents':
      return `Formatting document ${doneOf({ done: progress.document, all: progress.all })}: ${sanitizeLine(progress.path)}, ${progress.percent} %`
    case 'recording':
      return recordingText(progress.records)
    default:
      return progress satisfies never
  }
}

const completionStages = ['comparing-answers', 'guards', 'ordering', 'hashing', 'formatting', 'saving-plan', 'reading-plan'] as const

/** The stages in which a plan is found again, or completed, saved, read and shown. */
type Completion = Extract<Progress, { readonly kind: (typeof completionStages)[number] }>

function isCompletion(progress: Progress): progress is Completion {
  return completionStages.some((kind) => kind === progress.kind)
}

function completionText(progress: Completion): string {
  switch (progress.kind) {
    case 'comparing-answers':
      return `Comparing the store with the last plan: ${doneOf(progress)} answers`
    case 'guards':
      return `Checking the guards: ${countOf(progress.changes, 'change')}`
    case 'ordering':
      return `Ordering the steps: ${doneOf(progress)}`
    case 'hashing':
      return `Hashing the plan: ${doneOf(progress)} lines`
    case 'formatting':
      return `Formatting the plan: ${countOf(progress.changes, 'change')}${progress.causes === undefined ? '' : `, ${countOf(progress.causes, 'cause')}`}`
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
