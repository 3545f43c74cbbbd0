import { createRequire } from 'node:module'
import type * as Library from 'diff'
import { onFirstUse } from '../source/on-first-use.ts'

const require = createRequire(import.meta.url)

/** The `diff` package, loaded for the first text that is compared: most plans change none. */
export const diffLibrary = onFirstUse((): typeof Library => {
  const library: typeof Library = require('diff')
  return library
})
