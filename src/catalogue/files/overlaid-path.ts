import { realFile } from '../../files/catalogue-path.ts'

/** The root of a catalogue, and the folder of the overlay of the store, from the root. */
export interface Roots {
  readonly root: string
  readonly overlay: string | null
}

/**
 * The path of a file that a document names: that in the overlay where it has such a file, else that in the catalogue (semantics.md 8).
 * A path with `./` is always beside its document. `written` is the path in the document, `path` the same from the root.
 */
export function overlaidPath({ root, overlay }: Roots, written: string, path: string): string {
  if (overlay === null || /^\.[/\\]/.test(written)) return path
  const overlaid = `${overlay}/${path}`
  return realFile(root, overlaid) === null ? path : overlaid
}
