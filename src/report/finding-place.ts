import type { FindingView } from './view/finding-view.ts'

/** A line of a document, with the path from the root of the repository. */
export interface FindingPlace {
  readonly path: string
  readonly line: number
}

/** Where a finding is, for code hosts; `null` where it is in no document. `folder`: that of the catalogue in its repository. */
export function findingPlace({ place }: Pick<FindingView, 'place'>, folder: string): FindingPlace | null {
  const [, file, line] = /^(.+):(\d+)$/.exec(place) ?? []
  if (file === undefined) return null
  return { path: folder === '' ? file : `${folder}/${file}`, line: Number(line) }
}
