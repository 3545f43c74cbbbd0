import { type Dirent, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { byCode } from '../source/by-code.ts'

/** Pictures of a catalogue stand below this folder, unless a document names another. */
const pictures = 'images'
const endings = /\.(?:png|jpe?g|jfif|gif|webp|svg|avif|bmp|tiff?)$/i

/** The picture files below `images/` that are not named, by path from the root, in order; dot-folders are left out. */
export function strayPictures(root: string, named: ReadonlySet<string>): readonly string[] {
  const strays: string[] = []
  const folders = [pictures]
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of entriesOf(join(root, folder))) {
      if (entry.name.startsWith('.')) continue
      const path = `${folder}/${entry.name}`
      if (entry.isDirectory()) folders.push(path)
      else if (entry.isFile() && endings.test(entry.name) && !named.has(path)) strays.push(path)
    }
  }
  return strays.toSorted(byCode)
}

/** Nothing where there is no such folder, or none that can be read: a rule that warns must not stop the program. */
function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}
