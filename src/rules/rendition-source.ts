import { makeProblem } from '../problems/make-problem.ts'
import { mostPixels } from '../pictures/rendition.ts'
import type { PictureFacts } from '../pictures/picture-facts.ts'
import type { Rule } from './rule.ts'

/** A picture of which smaller ones are made can be read. */
export const renditionSource: Rule = {
  id: 'rendition-source',
  doc: 'A picture of which `images:` makes smaller ones can be read: its header here, all of it when a plan makes them. It has at most 200 million pixels.',
  severity: 'error',
  why: 'platform.md, "Files API": "uploads the request body as the file". A browser shows half of a broken picture; of one that cannot be read nothing can be made, so that records would name files that never come.',
  mend: 'Open it in a program for pictures and export it again, smaller where it has too many pixels, or name thumb and image_large yourself.',
  check: ({ renditions = [], pictures }) => {
    const sources = new Map(renditions.map((rendition) => [rendition.from, rendition]))
    return [...sources.values()].flatMap(({ from, source }) => {
      const facts = pictures.get(from)
      const fault = facts && faultOf(facts)
      return fault
        ? [makeProblem({ rule: 'rendition-source', at: source, message: `the picture ${from} ${fault.message}`, fix: fault.fix })]
        : []
    })
  },
}

function faultOf({ pixels }: PictureFacts): { readonly message: string; readonly fix: string } | undefined {
  const instead = 'or name thumb and image_large yourself.'
  if (!pixels) {
    return {
      message: 'cannot be made smaller: its header says no size',
      fix: `Open it in a program for pictures and export it again, ${instead}`,
    }
  }
  const { width, height } = pixels
  if (width * height <= mostPixels) return undefined
  return {
    message: `cannot be made smaller: it has ${width} x ${height} pixels, more than ${mostPixels / 1e6} million`,
    fix: `Export it with fewer pixels, ${instead}`,
  }
}
