import { FileFault } from '../file-fault.ts'

/** A path of the Files API: decoded names from the root; none for the root itself. */
export interface FilePath {
  readonly segments: readonly string[]
  /** The address ends with `/`, so that it must be a folder. */
  readonly slash: boolean
}

const longestName = 255
const deepest = 100
const refusedCharacters = /[/\\\p{Cc}]/u

/**
 * Parses a raw, percent-encoded path. Does not use `new URL`, which would resolve `..` and `%2e%2e` before they can be refused. Names are
 * normalised to Unicode form C (assumptions.md F6). Throws a 400 fault.
 */
export function parseFilePath(raw: string): FilePath {
  if (/[#?]/.test(raw)) throw new FileFault(400, 'The path contains a raw # or ?.')
  const parts = raw.split('/')
  if (parts.shift() !== '') throw new FileFault(400, 'The path does not start with /.')
  const slash = parts.at(-1) === '' || parts.length === 0
  if (slash) parts.pop()
  return { segments: checkedNames(parts.map(decode)), slash }
}

/** The names of a path that is not encoded, without a leading slash, such as that of a seed file. Throws a 400 fault as `parseFilePath`. */
export function parsePlainPath(path: string): readonly string[] {
  return checkedNames(path.split('/'))
}

function checkedNames(names: readonly string[]): readonly string[] {
  if (names.length > deepest) throw new FileFault(400, `The path is deeper than ${deepest} folders.`)
  return names.map(checkedName)
}

function checkedName(given: string): string {
  const name = given.normalize('NFC')
  if (name === '' || name === '.' || name === '..') throw new FileFault(400, 'The path contains an empty name, "." or "..".')
  if (refusedCharacters.test(name)) throw new FileFault(400, 'The path contains a name with a slash, a backslash or a control character.')
  if (Buffer.byteLength(name) > longestName) throw new FileFault(400, `The path contains a name longer than ${longestName} bytes.`)
  return name
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw new FileFault(400, 'The path contains a malformed escape.')
  }
}

/** The percent-encoded address below the site, with a leading slash, and a closing one for a folder. */
export function formatFilePath(segments: readonly string[], folder: boolean): string {
  const path = segments.map((segment) => `/${encodeURIComponent(segment)}`).join('')
  return folder ? `${path}/` : path
}
