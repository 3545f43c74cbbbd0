import type { Plan } from '../plan/plan.ts'
import { countOf } from '../source/counts.ts'

/** One line on what was read to make a plan: "read 4,210 records from store local in 18 requests". */
export function readingNote(
  { madeFrom: { certificate } }: Plan,
  { store, reads }: { readonly store: string; readonly reads: number },
): string {
  const records = certificate.reduce((sum, { seen }) => sum + seen, 0)
  return `read ${countOf(records, 'record')} from store ${store} in ${countOf(reads, 'request')}\n`
}
