import { parseSearch } from '../wire/search.ts'
import { searchTokens } from '../wire/search-token.ts'
import { searchFields } from '../wire/search-tree.ts'

/** The fields that an expression of `_search` names; none where only the store may understand it. */
export function searchedFields(search: string): readonly string[] {
  const parsed = parseSearch(search, { functions: true })
  return 'fault' in parsed ? [] : searchFields(parsed)
}

/** The expression with the names of the store for fields; unchanged where it names none that has another name there. */
export function storeSearch(search: string, names: Readonly<Record<string, string>>): string {
  const tokens = searchTokens(search)
  if ('unexpected' in tokens || !tokens.some(({ kind, text }) => kind === 'field' && Object.hasOwn(names, text))) return search
  return tokens.map(({ kind, text, source }) => (kind === 'field' ? (names[text] ?? source) : source)).join(' ')
}
