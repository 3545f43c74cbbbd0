import { makeProblem } from '../problems/make-problem.ts'
import type { Rule } from './rule.ts'

/** So many are named. */
const most = 5

/** Every picture below `images/` is named by a record. */
export const pictureUnused: Rule = {
  id: 'picture-unused',
  doc: 'Every picture file below `images/` is named by a product, a variant or a category.',
  severity: 'warning',
  why: 'Only pictures that a record names are sent (platform.md, "ExtraImages": "file name of the full-size image, stored in folder images/items/"). One that nothing names is forgotten or misspelt, and is never seen.',
  mend: 'Name it where it belongs, delete it, or put it below a folder whose name starts with a dot, such as images/.drafts.',
  needsWhole: true,
  check: ({ strayPictures = [] }) => {
    const [first] = strayPictures
    if (first === undefined) return []
    const names = strayPictures.slice(0, most).join(', ')
    const more = strayPictures.length > most ? ` and ${strayPictures.length - most} more` : ''
    const [count, are] = strayPictures.length === 1 ? ['1 picture', 'is'] : [`${strayPictures.length} pictures`, 'are']
    return [
      makeProblem({
        rule: 'picture-unused',
        severity: 'warning',
        at: { file: first, start: 0, end: 0 },
        message: `${count} below images/ ${are} named by nothing: ${names}${more}`,
        fix: 'Name them where they belong, delete them, or move them below a dot-folder such as images/.drafts.',
      }),
    ]
  },
}
