import { chmodSync, closeSync, existsSync, mkdirSync, openSync, readdirSync } from 'node:fs'

/** Modes of what the emulator writes: it contains keys, orders and customers. */
export const privateFile = 0o600
const privateFolder = 0o700

/** Restricts an existing file or folder to its owner. A path of another owner is left as it is. */
function restrict(path: string, mode: number): void {
  try {
    chmodSync(path, mode)
  } catch {
    return
  }
}

/** Creates a folder, and those above it, for the owner only; an existing one is restricted. */
export function makePrivateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: privateFolder })
  restrict(path, privateFolder)
}

/**
 * As `makePrivateFolder`, but an existing folder is restricted only if it is empty or contains `file`: a user may have given a folder
 * that contains other things, too.
 */
export function makeDataFolder(path: string, file: string): void {
  const contents = existsSync(path) ? readdirSync(path) : []
  if (contents.length === 0 || contents.includes(file)) makePrivateFolder(path)
}

/** Creates an empty file for the owner only, if it does not exist; existing ones of these paths are restricted. */
export function makePrivateFile(path: string, beside: readonly string[] = []): void {
  closeSync(openSync(path, 'a', privateFile))
  for (const each of [path, ...beside]) if (existsSync(each)) restrict(each, privateFile)
}
