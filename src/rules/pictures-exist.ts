import type { Problem } from '../problems/problem.ts'
import { nearestWord } from '../problems/nearest-word.ts'
import type { Rule } from './rule.ts'

/** Every picture that is named is a file of the catalogue. */
export const picturesExist: Rule = {
  id: 'pictures-exist',
  doc: 'Every picture that is named is a file of the catalogue.',
  severity: 'error',
  why: 'platform.md, "ExtraImages": "file name of the full-size image, stored in folder images/items/". A record that names a file which never comes shows a broken picture.',
  mend: 'Correct the path, or add the file. Paths start at the root of the catalogue, with ./ beside the document.',
  check: ({ desired, pictures }) => {
    const present = [...pictures].filter(([, { kind }]) => kind !== 'missing').map(([from]) => from)
    return desired.files
      .filter(({ from }) => pictures.get(from)?.kind === 'missing')
      .map(({ from, source }): Problem => {
        const near = nearestWord(from, present)
        return {
          rule: 'pictures-exist',
          severity: 'error',
          message: `there is no picture ${from}`,
          fix: `${near === undefined ? '' : `Did you mean "${near}"? `}Paths start at the root of the catalogue; with ./ in front they start beside the document.`,
          at: source,
          related: null,
        }
      })
  },
}
