import { join } from 'node:path'
import { openState } from '../state/open-state.ts'
import type { State } from '../state/state.ts'

/** Calls `use` with the given state, or without one with the state file of the catalogue, which is open for this call only. */
export async function withState<Value>(
  { state, catalogue }: { readonly state?: State | undefined; readonly catalogue: CatalogueFolder },
  use: (state: State) => Promise<Value>,
): Promise<Value> {
  if (state) return use(state)
  const opened = await openState(join(catalogue.root, catalogue.config.state))
  try {
    return await use(opened)
  } finally {
    await opened.close()
  }
}

interface CatalogueFolder {
  readonly root: string
  readonly config: { readonly state: string }
}
