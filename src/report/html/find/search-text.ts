import { foldedText } from '../../../source/folded-text.ts'
import type { PageChange, PageRecord } from '../data/page-data.ts'

/** The text in which the words of a search are looked for: names, places, old and new values, risks. */
export function searchText({ kind, key, title, address, place, changes }: PageRecord): string {
  return foldedText([kind, key, title, address, place, ...changes.flatMap(wordsOfChange)].join('\n'))
}

function wordsOfChange({
  kind,
  name,
  place,
  address,
  reason = '',
  risks = [],
  fields = [],
  grids = [],
  file,
}: PageChange): readonly string[] {
  const cells = grids.flatMap(({ currency, groups }) => [
    currency,
    ...groups.flatMap(({ name, cells }) => [name, ...cells.flatMap(pricesOf)]),
  ])
  return [
    kind,
    name,
    place,
    address,
    reason,
    ...risks,
    ...fields.flatMap(({ name, before, after }) => [name, before ?? '', after ?? '']),
    ...cells,
    ...(file ? [file.path, file.from] : []),
  ]
}

function pricesOf(cell: string | { readonly before: string; readonly after: string }): readonly string[] {
  return typeof cell === 'string' ? [] : [cell.before, cell.after]
}
