import { spawn } from 'node:child_process'
import { platform } from 'node:os'
import { systemCodeOf } from '../errors.ts'
import type { ProgramOutput } from './program-output.ts'
import type { Surroundings } from './surroundings.ts'

const programs: Readonly<Partial<Record<NodeJS.Platform, readonly [program: string, ...args: string[]]>>> = {
  darwin: ['open'],
  win32: ['explorer.exe'],
}

/**
 * Opens an address in the browser: with the program that BROWSER names, else with that of the system. Resolves with `null` once it is
 * started, or with the reason why it cannot be.
 */
export function openBrowser(address: string, env: Surroundings['env']): Promise<string | null> {
  const own = env['BROWSER'] ?? ''
  const [program, ...args] = own === '' ? (programs[platform()] ?? ['xdg-open']) : [own]
  return new Promise((done) => {
    const child = spawn(program, [...args, address], { env: { ...env }, stdio: 'ignore', detached: true })
    child.once('error', (error) => done(systemCodeOf(error)))
    child.once('spawn', () => {
      // The browser outlives this command.
      child.unref()
      done(null)
    })
  })
}

/** Opens the shop of a store in the browser, in the background; says so where that fails. */
export function openShop(url: string, { output, env }: { readonly output: ProgramOutput; readonly env: Surroundings['env'] }): void {
  void openBrowser(`${url}/`, env).then((failure) => {
    if (failure !== null) output.warn(`Cannot open a browser (${failure}); open the address of the shop yourself.\n`)
  })
}
