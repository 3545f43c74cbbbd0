import { realFile } from '../../files/catalogue-path.ts'

/** The root of a catalogue, and the folder of the overlay in force. */
export interface Roots {
  readonly root: string
  readonly overlay: string | null
}

/**
 * The path in force for one that starts at the root of the catalogue: that in the overlay where it has such a file (semantics.md
 * 8). A path with `./` stays beside its document.
 */
export function overlaidPath({ root, overlay }: Roots, written: string, path: string): string {
  if (overlay === null || /^\.[/\\]/.test(written)) return path
  const overlaid = `${overlay}/${path}`
  return realFile(root, overlaid) === null ? path : overlaid
}
