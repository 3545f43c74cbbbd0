import { exitCodes } from '../../errors.ts'
import { changeLoginKeys, loginAddress, readLoginKeys } from '../../workspace/login-keys.ts'
import { readConfigured } from '../configured-state.ts'
import type { GlobalOptions } from '../global-options.ts'
import { programOutput } from '../program-output.ts'
import type { Surroundings } from '../surroundings.ts'
import type { LogoutOptions } from './logout-usage.ts'

/** `planogram logout`: removes the key of a login from this machine. The API shows no way to delete it in the store. */
export async function logout({ all }: LogoutOptions, global: GlobalOptions, surroundings: Surroundings): Promise<number> {
  const output = programOutput(global, surroundings)
  const kept = readLoginKeys(surroundings.env)
  const address = all ? null : configuredAddress(global, surroundings)
  const removed = [...kept.keys()].filter((each) => all || each === address)
  if (removed.length === 0) {
    await output.result('There is no key of a login to remove.\n')
    return exitCodes.done
  }
  changeLoginKeys(surroundings.env, (keys) => new Map([...keys].filter(([each]) => !removed.includes(each))))
  await output.result(removed.map((each) => `Removed the key of ${each} from this machine.\n`).join(''))
  output.note(`In the store it is still valid. ${deletedInStore}\n`)
  return exitCodes.done
}

/** The address of the store that the options name; `null` for the embedded store, which has no login. */
function configuredAddress(global: GlobalOptions, surroundings: Surroundings): string | null {
  const { store, storeName } = readConfigured(global, surroundings).config
  return store.emulator ? null : loginAddress(store.baseUrl, storeName)
}

/** Where a person deletes a key of a login (platform.md, "Application key"). */
export const deletedInStore = 'Delete it there: administration tool, preferences, website administrators, section API.'
