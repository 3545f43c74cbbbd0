import { join } from 'node:path'
import type { ReviewPrograms } from '../review/review-requests.ts'
import { openBrowser } from './open-browser.ts'
import { openEditor } from './open-editor.ts'
import type { Surroundings } from './surroundings.ts'

/** The programs of this machine for a review of a plan of the catalogue in `root`. */
export function reviewPrograms(root: string, { env }: Pick<Surroundings, 'env'>, slugOf: ReviewPrograms['slugOf'] = () => undefined): ReviewPrograms {
  return {
    edit: ({ file, line }) => openEditor(join(root, file), line, env),
    browse: (address) => openBrowser(address, env),
    slugOf,
  }
}
