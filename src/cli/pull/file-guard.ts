import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, realpathSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { byCode } from '../../catalogue/files/find-documents.ts'
import { OperationalError } from '../../errors.ts'

/** Writes files of a catalogue without ever losing work that nobody could bring back. */
export interface FileGuard {
  /** Throws `work-unsaved` when one of these files would be replaced and is neither in git as it stands nor as pull wrote it. */
  check(paths: readonly string[]): Promise<void>
  write(path: string, content: string | Uint8Array): void
}

const mostNamed = 10

/** Guards the files below a root; with `force` everything may be replaced. `env`: where git is found. */
export function openFileGuard(
  root: string,
  { force, env }: { force: boolean; env: Readonly<Record<string, string | undefined>> },
): FileGuard {
  const memory = join(root, '.planogram', 'pulled.json')
  const pulled = new Map(Object.entries(readMemory(memory)))
  let inGit: Promise<ReadonlySet<string>> | undefined
  return {
    check: async (paths) => {
      const present = force ? [] : paths.filter((path) => existsSync(join(root, path)))
      const strange = present.filter((path) => pulled.get(path) !== digest(readFileSync(join(root, path))))
      if (strange.length === 0) return
      const saved = await (inGit ??= cleanInGit(root, env))
      const unsaved = strange.filter((path) => !saved.has(path))
      if (unsaved.length > 0) throw unsavedError(unsaved)
    },
    write: (path, content) => {
      const file = join(root, path)
      mkdirSync(dirname(file), { recursive: true })
      const target = existsSync(file) ? realpathSync(file) : file
      writeFileSync(`${target}.pulled`, content)
      renameSync(`${target}.pulled`, target)
      pulled.set(path, digest(content))
      mkdirSync(dirname(memory), { recursive: true })
      writeFileSync(memory, `${JSON.stringify(Object.fromEntries([...pulled].toSorted(([a], [b]) => byCode(a, b))), null, 2)}\n`)
    },
  }
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
