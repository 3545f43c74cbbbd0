import { type Dirent, lstatSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { makeProblem } from '../problems/make-problem.ts'
import type { Problem } from '../problems/problem.ts'
import { byCode } from '../source/by-code.ts'
import { realFile } from '../files/catalogue-path.ts'
import { unreadable } from '../files/unreadable.ts'

/** Where to search for documents. Paths are from the root, with forward slashes. */
export interface Search {
  readonly root: string
  readonly configFile: string
  /** Overlay folders of the stores; they are skipped. */
  readonly overlays: readonly string[]
  /** Folder to start in; default the root. */
  readonly folder?: string
}

/** The config of a catalogue where none is named; with another one, it is still no document. */
const usualConfig = 'planogram.yaml'

/**
 * The documents of a catalogue, sorted by path: every `*.yaml` and `*.yml` except the config and `planogram.yaml`. Hidden files and folders, node_modules
 * and overlays are skipped. A link to a place outside of the root is a problem (semantics.md 23). A folder that cannot be read throws
 * `file-unreadable`.
 */
export function findDocuments(search: Search): { readonly documents: readonly string[]; readonly problems: readonly Problem[] } {
  const documents: string[] = []
  const problems: Problem[] = []
  const folders = [search.folder ?? '']
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of entriesOf(search.root, folder)) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (isSkipped(path, entry.name, search)) continue
      const found = isMisnamed(entry, join(search.root, path)) ? nameProblem(path) : classify(entry, path, search.root)
      if (found === 'folder') folders.push(path)
      else if (found === 'document') documents.push(path)
      else if (found !== null) problems.push(found)
    }
  }
  return { documents: documents.toSorted(byCode), problems: problems.toSorted((a, b) => byCode(a.at.file, b.at.file)) }
}

function entriesOf(root: string, folder: string): Dirent[] {
  try {
    return readdirSync(join(root, folder), { withFileTypes: true })
  } catch (cause) {
    throw unreadable(folder === '' ? 'The folder of the catalogue' : `The folder ${folder}`, cause)
  }
}

function isSkipped(path: string, name: string, { configFile, overlays }: Search): boolean {
  return isHiddenStep(name) || path === configFile || path === usualConfig || overlays.includes(path)
}

function isHiddenStep(name: string): boolean {
  return name.startsWith('.') || name === 'node_modules'
}

/** True for a path from the root whose file is read as a document, of an overlay too, or as the config; the file need not exist. */
export function isDocumentPath(path: string): boolean {
  return isYamlName(path) && !path.split('/').some(isHiddenStep)
}

function isYamlName(name: string): boolean {
  return /\.ya?ml$/i.test(name)
}

function classify(entry: Dirent, path: string, root: string): 'folder' | 'document' | Problem | null {
  const isYaml = isYamlName(entry.name)
  if (entry.isDirectory()) return 'folder'
  if (entry.isFile()) return isYaml ? 'document' : null
  if (!entry.isSymbolicLink()) return null
  const target = realFile(root, path)
  if (!target) return isYaml ? linkProblem(path, 'is a broken link') : null
  if ('refused' in target) return isYaml || isFolder(join(root, path)) ? linkProblem(path, target.refused) : null
  if (isFolder(target.file)) return linkProblem(path, 'is a link to a folder, which is not followed')
  return isYaml ? 'document' : null
}

/** True for a document or folder whose name is not UTF-8, so that the decoded name does not exist. */
function isMisnamed(entry: Dirent, path: string): boolean {
  const { name } = entry
  return name.includes('\uFFFD') && (entry.isDirectory() || isYamlName(name)) && !lstatSync(path, { throwIfNoEntry: false })
}

function nameProblem(path: string): Problem {
  const at = { file: path, start: 0, end: 0 }
  return makeProblem({ rule: 'not-utf8', at, message: `the name of ${path} is not UTF-8`, fix: 'Rename it.' })
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}

function linkProblem(path: string, why: string): Problem {
  const message = `${path} ${why}`
  return makeProblem({
    rule: 'path-outside',
    at: { file: path, start: 0, end: 0 },
    message,
    fix: 'Put the file itself into the catalogue.',
  })
}
