import { makeProblem } from '../make-problem.ts'
import type { Rule } from './rule.ts'

/** A picture of which smaller ones are made can be read. */
export const renditionSource: Rule = {
  id: 'rendition-source',
  doc: 'A picture of which `images:` makes smaller ones can be read: its header here, all of it when a plan makes them.',
  severity: 'error',
  why: 'platform.md, "Files API": "uploads the request body as the file". A browser shows half of a broken picture; of one that cannot be read nothing can be made, so that records would name files that never come.',
  mend: 'Open it in a program for pictures and export it again, or name thumb and image_large yourself.',
  check: ({ renditions = [], pictures }) =>
    renditions.flatMap(({ from, source }) => {
      const facts = pictures.get(from)
      if (!facts || facts.pixels) return []
      return [
        makeProblem({
          rule: 'rendition-source',
          at: source,
          message: `the picture ${from} cannot be made smaller: its header says no size`,
          fix: 'Open it in a program for pictures and export it again, or name thumb and image_large yourself.',
        }),
      ]
    }),
}
