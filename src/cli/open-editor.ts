import { spawn } from 'node:child_process'
import { basename } from 'node:path'
import { systemCodeOf } from '../errors.ts'
import type { Surroundings } from './surroundings.ts'

/** Editors that take a place as an argument of its own form; all others take `+line file`. */
const placeArguments: Readonly<Record<string, (file: string, line: number) => readonly string[]>> = {
  code: (file, line) => ['--wait', '--goto', `${file}:${line}`],
  codium: (file, line) => ['--wait', '--goto', `${file}:${line}`],
  subl: (file, line) => ['--wait', `${file}:${line}`],
  hx: (file, line) => [`${file}:${line}`],
}

/**
 * Opens a file at a line in the editor that VISUAL or EDITOR names, and waits until it is closed. It gets the terminal. Resolves with `null`,
 * or with the reason why it could not be opened.
 */
export function openEditor(file: string, line: number, env: Surroundings['env']): Promise<string | null> {
  const command = env['VISUAL'] || env['EDITOR'] || ''
  const [program, ...args] = command.split(/\s+/).filter((word) => word !== '')
  if (program === undefined) return Promise.resolve(`Set EDITOR to open ${file}:${line}.`)
  const place = placeArguments[basename(program)]?.(file, line) ?? [`+${line}`, file]
  return new Promise((done) => {
    const child = spawn(program, [...args, ...place], { env: { ...env }, stdio: 'inherit' })
    child.once('error', (error) => done(`Cannot start ${program} (${systemCodeOf(error)}).`))
    child.once('close', (code) => done(code === 0 ? null : `${program} ended with exit code ${code ?? 'unknown'}.`))
  })
}
