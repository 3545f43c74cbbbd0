import { types } from 'node:util'
import { OperationalError } from '../errors.ts'
import { isObject } from '../source/is-object.ts'

/** The call that returns the value of an option. */
const calls = { catalogue: 'loadCatalogue', store: 'connectStore', state: 'openState', plan: 'plan' } as const

type Option = keyof typeof calls

/**
 * Throws `wrong-usage` for one of these options that is missing or a promise, and for a `state` that is a promise: a program in JavaScript
 * has no compiler that finds an `await` that was forgotten.
 */
export function checkGiven(options: Readonly<Partial<Record<Option, unknown>>>, required: readonly Option[]): void {
  for (const option of [...required, ...(options.state === undefined ? [] : (['state'] as const))]) {
    const value = options[option]
    if (isObject(value) && !types.isPromise(value)) continue
    const what = types.isPromise(value) ? 'a promise' : value === undefined ? 'missing' : `not what \`${calls[option]}\` returns`
    throw new OperationalError('wrong-usage', `The option \`${option}\` is ${what}.`, {
      fix: `Pass what \`await ${calls[option]}(…)\` returned.`,
    })
  }
}

/** Throws `wrong-usage` for a folder that is not a path, such as a URL. */
export function checkRoot(root: unknown): void {
  if (typeof root === 'string') return
  throw new OperationalError('wrong-usage', 'The option `root` is not the path of a folder.', {
    fix: 'Pass a text; of a URL, what `fileURLToPath(url)` returns.',
  })
}
