import { codeOf } from './network-fault.ts'
import type { StoreSettings } from './store-settings.ts'

/** Sends a request; where nothing listens at the address, and `whenRefused` brings the store back, once more. */
export function sendWhenBack<T>(send: () => Promise<T>, { whenRefused }: Pick<StoreSettings, 'whenRefused'>): Promise<T> {
  if (!whenRefused) return send()
  return send().catch(async (error: unknown) => {
    if (codeOf(error) !== 'ECONNREFUSED' || !(await whenRefused())) throw error
    return send()
  })
}
