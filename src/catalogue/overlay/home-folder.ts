import { posix } from 'node:path'

/** The folder that a document belongs to, from the root; a document of the overlay belongs where it would stand without it. */
export function homeFolder(overlay: string | null): (file: string) => string {
  return (file) => {
    const inside = overlay !== null && file.startsWith(`${overlay}/`) ? file.slice(overlay.length + 1) : file
    const folder = posix.dirname(inside)
    return folder === '.' ? '' : folder
  }
}
