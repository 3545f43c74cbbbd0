import { countOf } from '../source/counts.ts'

/** How much of what was equal, or was pulled, is recorded so far: `Recording as last applied: 12,000 records`. */
export function recordingText(records: number): string {
  return `Recording as last applied: ${countOf(records, 'record')}`
}
