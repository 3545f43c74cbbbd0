import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { transformSync } from 'rolldown/utils'

/*
 * Node loads TypeScript as it is, but no JSX. Preloaded by each worker of vitest, this compiles the `.tsx` files of the screens.
 */
registerHooks({
  load(url, context, nextLoad) {
    const { protocol, pathname } = new URL(url)
    if (protocol !== 'file:' || !pathname.endsWith('.tsx')) return nextLoad(url, context)
    const path = fileURLToPath(url)
    const { code, errors } = transformSync(path, readFileSync(path, 'utf8'), { jsx: { runtime: 'automatic' } })
    const [error] = errors
    if (error) throw error
    return { format: 'module', source: code, shortCircuit: true }
  },
})
