import { writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

/*
 * Loaded with `--import` before a program: when the program ends, the file that `RECORD_LOADS` names has the address of each module
 * that was loaded, one on a line.
 */
const loaded = new Set<string>()
registerHooks({
  load: (url, context, nextLoad) => {
    loaded.add(url)
    return nextLoad(url, context)
  },
})
process.on('exit', () => writeFileSync(process.env['RECORD_LOADS'] ?? '', [...loaded].join('\n')))
