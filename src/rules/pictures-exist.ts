import { makeProblem } from '../problems/make-problem.ts'
import type { Rule } from './rule.ts'
import { openPathFixes } from './suggestions.ts'

/** Every picture that is named exists in the catalogue (platform.md, "ExtraImages"). */
export const picturesExist: Rule = {
  id: 'pictures-exist',
  topic: 'pictures',
  doc: 'Every picture that is named exists in the catalogue.',
  severity: 'error',
  why: 'platform.md, "ExtraImages": "file name of the full-size image, stored in folder images/items/". A record that names a missing file shows a broken picture.',
  fix: 'Correct the path, or add the file. A path starts at the root of the catalogue, or with ./ beside the document.',
  check: ({ desired, pictures, strayPictures = [] }) => {
    const fixOf = openPathFixes(() => [
      ...[...pictures].filter(([, { kind }]) => kind !== 'missing' && kind !== 'refused').map(([from]) => from),
      ...strayPictures,
    ])
    return desired.files
      .filter(({ from }) => pictures.get(from)?.kind === 'missing')
      .map(({ from, source }) =>
        makeProblem({ rule: 'pictures-exist', message: `the picture ${from} does not exist`, fix: fixOf(from), at: source }),
      )
  },
}
