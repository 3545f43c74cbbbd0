import { useEffect, useEffectEvent } from 'react'
import type { FileDiff } from '../diff/change.ts'
import { fileOfRow } from './details.ts'
import type { PicturePair } from './picture-lines.ts'
import type { PlanSearch } from './review-filter.ts'
import type { ReviewModel } from './review-model.ts'
import type { ReviewPrograms } from './review-requests.ts'
import { type ReviewState, rowAt } from './review-state.ts'

/** The file whose pictures are to be read: that of the detail that is open, unless they were read before. */
export function fileToShow(state: ReviewState, { view }: ReviewModel): FileDiff | undefined {
  const row = rowAt(state)
  const file = row === undefined || state.screen !== 'detail' ? undefined : fileOfRow(row, view)
  return file === undefined || state.pictures.has(file.path) ? undefined : file
}

/** So long the reading for filters may keep a key waiting, in milliseconds. */
const readingMs = 4

/** Reads for the filters a little at a time until all is read; returns what stops it. */
export function readBetweenKeys({ readOn }: Pick<PlanSearch, 'readOn'>): () => void {
  const readSome = (): void => {
    const until = performance.now() + readingMs
    if (!readOn(() => performance.now() > until)) next = setImmediate(readSome)
  }
  let next = setImmediate(readSome)
  return () => clearImmediate(next)
}

/** Reads the pictures of a file when it becomes the one to show. */
export function usePictures(
  file: FileDiff | undefined,
  picturesOf: ReviewPrograms['picturesOf'] | undefined,
  onRead: (path: string, pair: PicturePair) => void,
): void {
  const tell = useEffectEvent(onRead)
  useEffect(() => {
    if (file !== undefined && picturesOf !== undefined) void picturesOf(file).then((pair) => tell(file.path, pair))
  }, [file, picturesOf])
}
