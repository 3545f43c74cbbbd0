import { createRequire } from 'node:module'
import type * as Library from 'yaml'

const require = createRequire(import.meta.url)
let loaded: typeof Library | undefined

/** The `yaml` package, loaded for the first document that the strict reader declines: most catalogues have none. */
export function yamlLibrary(): typeof Library {
  loaded ??= loadLibrary()
  return loaded
}

function loadLibrary(): typeof Library {
  const library: typeof Library = require('yaml')
  return library
}
