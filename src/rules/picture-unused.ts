import { makeProblem } from '../problems/make-problem.ts'
import type { Rule } from './rule.ts'

/** The message names at most this many. */
const most = 5

/** Every picture below `images/` is named by a record. */
export const pictureUnused: Rule = {
  id: 'picture-unused',
  topic: 'pictures',
  doc: 'Every picture file below `images/` is named by a product, a variant or a category.',
  severity: 'warning',
  why: 'Only pictures that a record names are sent (platform.md, "ExtraImages": "file name of the full-size image, stored in folder images/items/"). A file that no record names is forgotten or misspelt.',
  fix: 'Name it in a record, delete it, or move it into a folder whose name starts with a dot, such as images/.drafts.',
  needsWhole: true,
  check: ({ strayPictures = [] }) => {
    const [first] = strayPictures
    if (first === undefined) return []
    const names = strayPictures.slice(0, most).join(', ')
    const more = strayPictures.length > most ? ` (and ${strayPictures.length - most} more)` : ''
    const [count, are] = strayPictures.length === 1 ? ['1 picture', 'is'] : [`${strayPictures.length} pictures`, 'are']
    return [
      makeProblem({
        rule: 'picture-unused',
        severity: 'warning',
        at: { file: first, start: 0, end: 0 },
        message: `${count} below images/ ${are} not used: ${names}${more}`,
        fix: 'Name them in a record, delete them, or move them into a dot-folder such as images/.drafts.',
      }),
    ]
  },
}
