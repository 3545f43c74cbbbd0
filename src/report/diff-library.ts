import { createRequire } from 'node:module'
import type * as Library from 'diff'

const require = createRequire(import.meta.url)
let loaded: typeof Library | undefined

/** The `diff` package, loaded for the first text that is compared: most plans change none. */
export function diffLibrary(): typeof Library {
  loaded ??= loadLibrary()
  return loaded
}

function loadLibrary(): typeof Library {
  const library: typeof Library = require('diff')
  return library
}
