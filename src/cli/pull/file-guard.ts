import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { realFile } from '../../catalogue/files/catalogue-path.ts'
import { byCode } from '../../catalogue/files/find-documents.ts'
import { OperationalError } from '../../errors.ts'

/** Writes files of a catalogue without ever losing work that nobody could bring back. */
export interface FileGuard extends Disposable {
  /** Throws `work-unsaved` when one of these files would be replaced and is neither in git as it stands nor as pull wrote it. */
  check(paths: readonly string[]): Promise<void>
  /** Whole or not at all. What was written is known for certain when the guard is disposed of. */
  write(path: string, content: string | Uint8Array): void
}

const mostNamed = 10
/** How many writes may be forgotten when the program is killed. */
const savedEvery = 200

/** Guards the files below a root; with `force` everything may be replaced. `env`: where git is found. */
export function openFileGuard(
  root: string,
  { force, env }: { force: boolean; env: Readonly<Record<string, string | undefined>> },
): FileGuard {
  const memory = join(root, '.planogram', 'pulled.json')
  const pulled = new Map(Object.entries(readMemory(memory)))
  let inGit: Promise<ReadonlySet<string>> | undefined
  let unsaved = 0
  const save = (): void => {
    if (unsaved === 0) return
    unsaved = 0
    mkdirSync(dirname(memory), { recursive: true })
    const sorted = Object.fromEntries([...pulled].toSorted(([a], [b]) => byCode(a, b)))
    replaceWhole(memory, `${JSON.stringify(sorted, null, 2)}\n`)
  }
  return {
    check: async (paths) => {
      const present = force ? [] : paths.filter((path) => existsSync(join(root, path)))
      const strange = present.filter((path) => pulled.get(path) !== digest(readFileSync(join(root, path))))
      if (strange.length === 0) return
      const saved = await (inGit ??= cleanInGit(root, env))
      const unsavedWork = strange.filter((path) => !saved.has(path))
      if (unsavedWork.length > 0) throw unsavedError(unsavedWork)
    },
    write: (path, content) => {
      replaceWhole(placeInside(root, path), content)
      pulled.set(path, digest(content))
      unsaved += 1
      if (unsaved >= savedEvery) save()
    },
    [Symbol.dispose]: save,
  }
}

/** The file behind a path, links followed; its folder is made. Throws `file-unwritable` where a link leads out of the catalogue. */
function placeInside(root: string, path: string): string {
  const folder = dirname(path)
  const steps = folder === '.' ? [] : folder.split('/')
  const places = [...steps.map((_, index) => steps.slice(0, index + 1).join('/')), path].map((place) => realFile(root, place))
  if (places.some((place) => place !== null && 'refused' in place)) {
    throw new OperationalError('file-unwritable', `Pull cannot write ${path}: a link leads out of the catalogue there.`, {
      fix: 'Put a plain file or folder in the place of the link, or take the link away.',
    })
  }
  mkdirSync(join(root, folder), { recursive: true })
  const real = realFile(root, path)
  return real && 'file' in real ? real.file : join(root, path)
}

/** Whole or not at all: written beside, then put in its place. */
function replaceWhole(file: string, content: string | Uint8Array): void {
  writeFileSync(`${file}.pulled`, content)
  renameSync(`${file}.pulled`, file)
}

function unsavedError(paths: readonly string[]): OperationalError {
  const named = paths.slice(0, mostNamed).join(', ')
  const more = paths.length > mostNamed ? ` and ${paths.length - mostNamed} more` : ''
  return new OperationalError(
    'work-unsaved',
    `Pull would change ${named}${more}, which git does not have as ${paths.length === 1 ? 'it stands' : 'they stand'}.`,
    {
      fix: 'Commit your work first, so that the change can be looked at and taken back; --force goes on without.',
    },
  )
}

function digest(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}

function readMemory(file: string): Readonly<Record<string, string>> {
  try {
    const parsed: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (typeof parsed !== 'object' || parsed === null) return {}
    return Object.fromEntries(Object.entries(parsed).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
  } catch {
    return {}
  }
}

/** The files that git has just as they stand, from the root; none where there is no git. Nothing of the repository is run. */
async function cleanInGit(root: string, env: Readonly<Record<string, string | undefined>>): Promise<ReadonlySet<string>> {
  const list = async (...options: readonly string[]): Promise<string[]> => {
    const { stdout } = await promisify(execFile)('git', ['-c', 'core.fsmonitor=false', 'ls-files', '-z', ...options, '--', '.'], {
      cwd: root,
      env: { ...env, GIT_OPTIONAL_LOCKS: '0' },
      maxBuffer: 1 << 28,
    })
    return stdout.split('\0').filter((path) => path !== '')
  }
  try {
    const [tracked, changed] = await Promise.all([list('--cached'), list('--modified', '--deleted')])
    const moved = new Set(changed)
    return new Set(tracked.filter((path) => !moved.has(path)))
  } catch {
    return new Set()
  }
}
