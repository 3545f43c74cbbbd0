import { nearestWord } from '../../problems/nearest-word.ts'
import type { StoreClient } from '../../store/store-client.ts'
import type { ListedCustomer } from './customer-list.ts'
import type { ListProblem } from './read-csv.ts'

/** The groups of a list that the store does not have: a membership of one of them would have no effect. */
export async function checkGroups(store: StoreClient, list: readonly ListedCustomer[]): Promise<readonly ListProblem[]> {
  if (list.every(({ groups }) => groups === null || groups.length === 0)) return []
  const known = new Set<string>()
  for await (const { fields } of store.readAll({ resource: 'UserGroups', fields: ['code'], children: [] })) known.add(fields['code'] ?? '')
  return list.flatMap(({ groups, place }) =>
    (groups ?? []).flatMap((code): readonly ListProblem[] => {
      if (known.has(code)) return []
      const near = nearestWord(code, known)
      return [{ ...place, message: `the store has no group "${code}"${near === undefined ? '' : `; did you mean "${near}"?`}` }]
    }),
  )
}
