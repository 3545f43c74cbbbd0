import { realpathSync, statSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'

/** A path of the command line as a path in the catalogue. */
export interface TypedPath {
  readonly typed: string
  /** From the catalogue root, with forward slashes; empty for the root and a folder that it is in, `null` outside of it. */
  readonly path: string | null
  /** What it is; `null`: it does not exist. */
  readonly is: 'file' | 'folder' | null
}

/** The folder that a path is typed in, and the catalogue. */
interface Place {
  readonly cwd: string
  readonly root: string
}

/** Resolves a path from the folder that the command runs in, or else, where it does not exist there, from the catalogue root (`--chdir`). */
export function pathInCatalogue(typed: string, { cwd, root }: Place): TypedPath {
  const here = resolved(typed, { cwd, root })
  if (here.is !== null) return here
  const there = resolved(typed, { cwd: root, root })
  return there.is !== null || here.path === null ? there : here
}

function resolved(typed: string, { cwd, root }: Place): TypedPath {
  const path = resolve(cwd, typed)
  const is = kindOf(path)
  const isAbove = is === 'folder' && fromRoot(path, root) !== null
  return { typed, path: isAbove ? '' : fromRoot(root, path), is }
}

/** The paths from the catalogue root that a file has: as it is named, and with links followed; none outside of the catalogue. */
export function pathsFromRoot(path: string, root: string): readonly string[] {
  return [path, realOf(path)].flatMap((each) => fromRoot(root, each) ?? [])
}

/** True for two absolute paths of one file; it need not exist. */
export function isSameFile(one: string, other: string): boolean {
  return one === other || realOf(one) === realOf(other)
}

/** The root may be reached through a link, as `/tmp` is on some machines; the path itself may be a link of the catalogue. */
function fromRoot(root: string, path: string): string | null {
  return inside(root, path) ?? inside(realOf(root), path === root ? realOf(path) : join(realOf(dirname(path)), basename(path)))
}

function inside(root: string, path: string): string | null {
  const way = relative(root, path)
  return way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way) ? null : way.split(sep).join('/')
}

function realOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}

function kindOf(path: string): TypedPath['is'] {
  try {
    return statSync(path).isDirectory() ? 'folder' : 'file'
  } catch {
    return null
  }
}
