import { makeProblem } from '../problems/make-problem.ts'
import { mostPixels } from '../pictures/rendition.ts'
import type { PictureFacts } from '../pictures/picture-facts.ts'
import type { Rule } from './rule.ts'

/** A picture from which smaller ones are made can be read. */
export const renditionSource: Rule = {
  id: 'rendition-source',
  topic: 'pictures',
  doc: 'A picture from which `images:` makes smaller ones can be read and has at most 200 million pixels. The header is checked here, the rest when a plan makes the smaller pictures.',
  severity: 'error',
  why: 'platform.md, "Files API": "uploads the request body as the file". From a damaged picture no other can be made: records would name files that never exist.',
  fix: 'Open it in an image editor and export it again, with fewer pixels where it has too many, or set thumb and image_large yourself.',
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
  const instead = 'or set thumb and image_large yourself.'
  if (!pixels) {
    return {
      message: 'cannot be made smaller: its header has no size',
      fix: `Open it in an image editor and export it again, ${instead}`,
    }
  }
  const { width, height } = pixels
  if (width * height <= mostPixels) return undefined
  return {
    message: `cannot be made smaller: it has ${width} x ${height} pixels, more than ${mostPixels / 1e6} million`,
    fix: `Export it with fewer pixels, ${instead}`,
  }
}
