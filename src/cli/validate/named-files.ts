import { posix } from 'node:path'
import type { LoadedCatalogue } from '../../catalogue/load-catalogue.ts'
import { nearestWord } from '../../problems/nearest-word.ts'
import type { Problem } from '../../problems/problem.ts'
import { OperationalError } from '../../errors.ts'
import type { SourceSpan } from '../../source/source.ts'
import { pathInCatalogue, type TypedPath } from '../path-in-catalogue.ts'

/** The files of a catalogue that a command line names. */
export interface NamedFiles {
  /** Takes note of a text or a picture while the catalogue is read. */
  readonly onFileNamed: (path: string, at: SourceSpan) => void
  /** What the paths come to in the catalogue that was read. Throws `wrong-usage` for a folder in which there is nothing. */
  understand(catalogue: Pick<LoadedCatalogue, 'sections' | 'configPath' | 'problems'>): UnderstoodFiles
}

/** Named paths, looked up. Files come from hooks and editors: one that is no part of the catalogue is said and passed over. */
export interface UnderstoodFiles {
  /** How many documents, texts and pictures are named. */
  readonly count: number
  /** Files that are not there, and that nothing names: others may miss what they held. */
  readonly gone: readonly GoneFile[]
  /** Files that are no part of the catalogue. */
  readonly foreign: readonly string[]
  /** True where all problems may come from these files: the config is named, or a file is gone. */
  readonly isWhole: boolean
  /**
   * True for a problem that stands in a named file, has its other place there, is about a named text or picture, or misses
   * something that would stand in a section of a named document; and for an error of the config, by which all is read.
   */
  concerns(problem: Problem): boolean
}

export interface GoneFile {
  readonly typed: string
  /** What may have been meant. */
  readonly near: string | undefined
}

/** Opens the paths of a command line, from the folder where it was typed. */
export function openNamedFiles(typed: readonly string[], { cwd, root }: { readonly cwd: string; readonly root: string }): NamedFiles {
  const paths = typed.map((path) => pathInCatalogue(path, { cwd, root }))
  const covers = coverOf(paths)
  const uses = new Map<string, SourceSpan[]>()
  return {
    onFileNamed: (path, at) => {
      if (!covers(path)) return
      const places = uses.get(path)
      if (places) places.push(at)
      else uses.set(path, [at])
    },
    understand: ({ sections, configPath, problems }) => {
      const known = new Set([configPath, ...sections.keys(), ...uses.keys(), ...problems.map(({ at }) => at.file)])
      const files = [...known].filter(covers)
      const filled = new Set(files.flatMap((file) => sections.get(file) ?? []))
      const places = Map.groupBy([...uses.values()].flat(), ({ file }) => file)
      const holds = (at: SourceSpan): boolean => covers(at.file) || (places.get(at.file)?.some((use) => overlap(use, at)) ?? false)
      const empty = paths.find((path) => isFolder(path) && !files.some(coverOf([path])))
      if (empty) throw nothingThere(empty, { root, files: [...known] })
      const others = paths.filter((path) => !isFolder(path) && !known.has(path.path ?? ''))
      const gone = others.filter(({ path, is }) => is === null && path !== null)
      return {
        count: files.length,
        gone: gone.map((path) => ({ typed: path.typed, near: nearFile(path.path ?? '', [...known]) })),
        foreign: others.filter((path) => !gone.includes(path)).map((path) => path.typed),
        isWhole: gone.length > 0 || covers(configPath),
        concerns: ({ at, related, lacks, severity }) =>
          holds(at) ||
          (related !== null && holds(related.at)) ||
          (lacks !== undefined && filled.has(lacks)) ||
          (severity === 'error' && at.file === configPath),
      }
    },
  }
}

/** Asks whether a file is named, or stands in a named folder. */
function coverOf(paths: readonly TypedPath[]): (file: string) => boolean {
  const names = new Set(paths.flatMap(({ path }) => path ?? []))
  const folders = paths.flatMap(({ path, is }) => (is === 'folder' && path !== null ? [path] : []))
  return (file) => names.has(file) || folders.some((folder) => folder === '' || file.startsWith(`${folder}/`))
}

/** People type folders; what is not there and has no ending was meant as one. */
function isFolder({ typed, is }: TypedPath): boolean {
  return is === 'folder' || (is === null && posix.extname(typed) === '')
}

/** The file of this name in another folder, or one of a like name beside it. */
function nearFile(path: string, known: readonly string[]): string | undefined {
  const namesakes = known.filter((file) => posix.basename(file) === posix.basename(path))
  const stem = (file: string): string => posix.basename(file, posix.extname(path))
  const beside = new Map(known.filter((file) => posix.dirname(file) === posix.dirname(path)).map((file) => [stem(file), file]))
  return nearestWord(path, namesakes) ?? beside.get(nearestWord(stem(path), beside.keys()) ?? '')
}

function overlap(a: SourceSpan, b: SourceSpan): boolean {
  return a.start <= b.end && b.start <= a.end
}

function nothingThere(
  { typed, path, is }: TypedPath,
  { root, files }: { readonly root: string; readonly files: readonly string[] },
): Error {
  const folders = new Set(files.flatMap((file) => parentsOf(file)))
  const near = is === null && path !== null ? nearestWord(path, folders) : undefined
  const why =
    path === null ? `is not in the catalogue in ${root}` : is === null ? 'is neither a file nor a folder' : 'holds nothing of the catalogue'
  return new OperationalError('wrong-usage', `${typed} ${why}.`, {
    fix:
      near === undefined
        ? 'Name documents, texts or pictures of the catalogue, or folders of them; without a path all of it is shown.'
        : `Did you mean ${near}?`,
  })
}

function parentsOf(file: string): string[] {
  const steps = file.split('/')
  return steps.slice(0, -1).map((_, index) => steps.slice(0, index + 1).join('/'))
}
