import { type Dirent, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { byCode } from '../source/by-code.ts'

/** The folder of pictures, unless a document names another. */
const pictures = 'images'
const extensions = /\.(?:png|jpe?g|jfif|gif|webp|svg|avif|bmp|tiff?)$/i

/** The picture files below `images/` that no document names, as sorted paths from the root; hidden files and folders are left out. */
export function strayPictures(root: string, named: ReadonlySet<string>): readonly string[] {
  const strays: string[] = []
  const folders = [pictures]
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of entriesOf(join(root, folder))) {
      if (entry.name.startsWith('.')) continue
      const path = `${folder}/${entry.name}`
      if (entry.isDirectory()) folders.push(path)
      else if (entry.isFile() && extensions.test(entry.name) && !named.has(path.normalize('NFC'))) strays.push(path)
    }
  }
  return strays.toSorted(byCode)
}

/** Empty where the folder is missing or cannot be read: a rule that only warns must not stop the program. */
function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}
