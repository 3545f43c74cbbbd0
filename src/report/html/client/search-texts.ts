import type { PageRecord } from '../data/page-data.ts'
import { searchText } from '../find/search-text.ts'

/** Records whose texts are made at a time while the page is idle. */
const slice = 1000

/** The texts of all records for the search: made while the page is idle, or at once where a search needs them. */
export function startSearchTexts(records: readonly PageRecord[]): () => readonly string[] {
  const texts: string[] = []
  const make = (count: number): void => {
    for (const record of records.slice(texts.length, texts.length + count)) texts.push(searchText(record))
  }
  const makeSome = (): void => {
    make(slice)
    if (texts.length < records.length) requestIdleCallback(makeSome)
  }
  requestIdleCallback(makeSome)
  return () => {
    if (texts.length < records.length) make(records.length)
    return texts
  }
}
