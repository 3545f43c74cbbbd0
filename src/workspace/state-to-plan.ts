import { stateExists } from '../state/open-database.ts'
import { openState } from '../state/open-state.ts'
import type { State } from '../state/state.ts'

/**
 * Opens the state for a plan, which reads it and remembers hashes of files. A state that does not exist is not created before there are such
 * hashes: creating one waits nine times for the disk (docs/decisions/094-first-plan.md). `store`: its name in the
 * state. Rejects with `state-broken` where it is there and cannot be used.
 */
export async function openStateToPlan(path: string, store: string): Promise<State> {
  if (stateExists(path)) return openState(path)
  const unsaved = await openState(':memory:')
  return {
    ...unsaved,
    close: async () => {
      const files = [...(await unsaved.rememberedFiles(store)).values()]
      await unsaved.close()
      if (files.length === 0) return
      const state = await openState(path)
      try {
        await state.rememberFiles(store, files)
      } finally {
        await state.close()
      }
    },
  }
}
