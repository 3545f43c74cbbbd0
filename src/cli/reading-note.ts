import { countOf } from '../report/amounts.ts'
import type { Plan } from '../plan/plan.ts'
import type { StoreClient } from '../store/store-client.ts'

/** One line on what was read to make a plan: "read 4,210 records of store local in 18 requests". */
export function readingNote(store: StoreClient, { madeFrom }: Plan): string {
  const records = madeFrom.certificate.reduce((sum, { seen }) => sum + seen, 0)
  const { reads } = store.requests()
  return `read ${countOf(records, 'record')} of store ${store.name} in ${countOf(reads, 'request')}\n`
}
