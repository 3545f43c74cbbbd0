import { writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'
import vm from 'node:vm'

/*
 * Loaded with `--import` before a program: when the program ends, the file that `RECORD_LOADS` names has the address of each module
 * and script that was loaded, one on a line, `code of` before that of a script whose code was kept from an earlier run, and the name of each part of Node; and
 * `Intl.DateTimeFormat` if a date format was created: the first one loads the data of all time zones.
 */
const loaded = new Set<string>()
registerHooks({
  load: (url, context, nextLoad) => {
    loaded.add(url)
    return nextLoad(url, context)
  },
})
vm.Script = new Proxy(vm.Script, {
  construct(target, args: ConstructorParameters<typeof vm.Script>) {
    const [, options] = args
    const script = new target(...args)
    const file = typeof options === 'object' ? String(pathToFileURL(options.filename ?? '')) : ''
    loaded.add(file)
    if (script.cachedDataRejected === false) loaded.add(`code of ${file}`)
    return script
  },
})
Intl.DateTimeFormat = new Proxy(Intl.DateTimeFormat, {
  construct(target, args) {
    loaded.add('Intl.DateTimeFormat')
    return Reflect.construct(target, args)
  },
})
process.on('exit', () => writeFileSync(process.env['RECORD_LOADS'] ?? '', [...loaded, ...partsOfNode()].join('\n')))

function partsOfNode(): readonly string[] {
  // Node has no other list of what it has loaded of itself; the types do not have this one.
  const list: unknown = Reflect.get(process, 'moduleLoadList')
  return Array.isArray(list) ? list.map(String) : []
}
