import { posix } from 'node:path'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import { nearestWord } from '../../problems/nearest-word.ts'
import type { Problem } from '../../problems/problem.ts'
import { OperationalError } from '../../errors.ts'
import type { SourceSpan } from '../../source/source.ts'
import { pathInCatalogue, type TypedPath } from '../path-in-catalogue.ts'

/** The files of a catalogue that a command line names. */
export interface NamedFiles {
  /** Paths from the root, whose mentions are needed. */
  readonly mentionsOf: readonly string[]
  /**
   * What the paths are in the catalogue that was read. Throws `wrong-usage` for a path that does not exist and that no document
   * names, and for a folder that contains nothing of the catalogue.
   */
  understand(catalogue: Pick<Catalogue, 'documents' | 'mentions' | 'configPath' | 'problems'>): UnderstoodFiles
}

/** Named paths, looked up. Files come from hooks and editors: one that is not part of the catalogue is reported and skipped. */
export interface UnderstoodFiles {
  /** How many documents, texts and pictures are named. */
  readonly count: number
  /** Files that are not part of the catalogue. */
  readonly foreign: readonly string[]
  /** True where the config is named: all problems may come from it. */
  readonly isWhole: boolean
  /**
   * True for a problem that is in a named file, has its other place there, is about a named text or picture, or misses
   * something that would be in a section of a named document; and for an error of the config, which decides how all is read.
   */
  concerns(problem: Problem): boolean
}

/** Opens the paths of a command line, from the folder where it was typed. */
export function openNamedFiles(typed: readonly string[], { cwd, root }: { readonly cwd: string; readonly root: string }): NamedFiles {
  const paths = typed.map((path) => pathInCatalogue(path, { cwd, root }))
  const covers = coverOf(paths)
  return {
    mentionsOf: paths.flatMap(({ path }) => path ?? []),
    understand: ({ documents, mentions, configPath, problems }) => {
      const uses = mentions.filter(({ path }) => covers(path))
      const sections = new Map(documents.map((document) => [document.path, document.sections]))
      const known = new Set([configPath, ...sections.keys(), ...uses.map(({ path }) => path), ...problems.map(({ at }) => at.file)])
      const files = [...known].filter(covers)
      const filled = new Set(files.flatMap((file) => sections.get(file) ?? []))
      const places = Map.groupBy(
        uses.map(({ at }) => at),
        ({ file }) => file,
      )
      const holds = (at: SourceSpan): boolean => covers(at.file) || (places.get(at.file)?.some((use) => overlap(use, at)) ?? false)
      const isKnown = (path: TypedPath): boolean => (path.is === 'folder' ? files.some(coverOf([path])) : known.has(path.path ?? ''))
      const others = paths.filter((path) => !isKnown(path))
      const wrong = others.find(({ is }) => is !== 'file')
      if (wrong) throw notInCatalogue(wrong, { root, files: [...known] })
      return {
        count: files.length,
        foreign: others.map((path) => path.typed),
        isWhole: covers(configPath),
        concerns: ({ at, related, lacks, severity }) =>
          holds(at) ||
          (related !== null && holds(related.at)) ||
          (lacks !== undefined && filled.has(lacks)) ||
          (severity === 'error' && at.file === configPath),
      }
    },
  }
}

/** Asks whether a file is named, or is in a named folder. */
function coverOf(paths: readonly TypedPath[]): (file: string) => boolean {
  const names = new Set(paths.flatMap(({ path }) => path ?? []))
  const folders = paths.flatMap(({ path, is }) => (is === 'folder' && path !== null ? [path] : []))
  return (file) => names.has(file) || folders.some((folder) => folder === '' || file.startsWith(`${folder}/`))
}

function overlap(a: SourceSpan, b: SourceSpan): boolean {
  return a.start <= b.end && b.start <= a.end
}

function notInCatalogue(
  { typed, path, is }: TypedPath,
  { root, files }: { readonly root: string; readonly files: readonly string[] },
): Error {
  const near = is === null && path !== null ? nearPath(path, files) : undefined
  const why = is === null ? 'does not exist' : path === null ? `is not in the catalogue in ${root}` : 'contains nothing of the catalogue'
  return new OperationalError('wrong-usage', `${typed} ${why}.`, {
    fix:
      near === undefined
        ? 'Name documents, texts, pictures or folders of the catalogue, or omit paths to show all problems.'
        : `Did you mean ${near}?`,
  })
}

/** The file of this name in another folder, one of a similar name in the same folder, or a folder of a similar name. */
function nearPath(path: string, files: readonly string[]): string | undefined {
  const namesakes = files.filter((file) => posix.basename(file) === posix.basename(path))
  const stem = (file: string): string => posix.basename(file, posix.extname(path))
  const beside = new Map(files.filter((file) => posix.dirname(file) === posix.dirname(path)).map((file) => [stem(file), file]))
  const folders = new Set(files.flatMap((file) => parentsOf(file)))
  const [only] = namesakes.length === 1 ? namesakes : []
  return only ?? nearestWord(path, namesakes) ?? beside.get(nearestWord(stem(path), beside.keys()) ?? '') ?? nearestWord(path, folders)
}

function parentsOf(file: string): string[] {
  const steps = file.split('/')
  return steps.slice(0, -1).map((_, index) => steps.slice(0, index + 1).join('/'))
}
