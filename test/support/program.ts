import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/**
 * The path of a program that tests need, or `null` with a notice if it is missing. In CI a missing program is an error.
 * `from` is the Debian package that contains it.
 */
export function findProgram(name: string, from: string): string | null {
  const found = pathOf(name)
  if (found !== null) return found
  if (process.env['CI'] === 'true') throw new Error(`${name} is missing; CI needs it (package ${from})`)
  console.warn(`${name} is missing: what needs it is not tested here. Install ${from} to test it.`)
  return null
}

/** The path of a program, or `null` if it is missing. */
export function pathOf(name: string): string | null {
  const places = (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, name))
  return places.find(isProgram) ?? null
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
