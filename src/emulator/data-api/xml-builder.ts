import { createRequire } from 'node:module'
import type * as Library from 'xmlbuilder2'
import { onFirstUse } from '../../source/on-first-use.ts'

const require = createRequire(import.meta.url)

/** The `xmlbuilder2` package, loaded for the first schema that is requested: a store starts without it. */
export const xmlBuilder = onFirstUse((): typeof Library => {
  const library: typeof Library = require('xmlbuilder2')
  return library
})
