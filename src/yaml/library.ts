import { createRequire } from 'node:module'
import type * as Library from 'yaml'
import { onFirstUse } from '../source/on-first-use.ts'

const require = createRequire(import.meta.url)

/** The `yaml` package, loaded for the first document that the strict reader declines: most catalogues have none. */
export const yamlLibrary = onFirstUse((): typeof Library => {
  const library: typeof Library = require('yaml')
  return library
})
