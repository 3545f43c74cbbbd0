import { parseStoreAddress } from './store-address.ts'
import type { StoreFiles } from './store-client.ts'
import { openStoreFiles, type StoreFilesOptions } from './store-files.ts'
import type { StoreSettings } from './store-settings.ts'

/** The Files API that settings name; `null` where they name none. Throws `config-invalid` for an address that is refused. */
export function configuredFiles(
  settings: StoreSettings,
  sending: Pick<StoreFilesOptions, 'beginRead' | 'pace' | 'onRequest'>,
): StoreFiles | null {
  const { filesUrl, siteName, key, timeoutMs, filesProxy, whenRefused } = settings
  if (filesUrl === null || siteName === null) return null
  parseStoreAddress(filesUrl, settings.name)
  return openStoreFiles({
    filesUrl,
    siteName,
    key,
    ...sending,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(filesProxy === undefined ? {} : { proxy: filesProxy }),
    ...(whenRefused === undefined ? {} : { whenRefused }),
  })
}
