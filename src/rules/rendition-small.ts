import { makeProblem } from '../problems/make-problem.ts'
import type { Rule } from './rule.ts'

/** A picture to zoom into is made of one that has as many pixels. */
export const renditionSmall: Rule = {
  id: 'rendition-small',
  doc: 'A picture of which `images: { large }` makes the zoom picture has at least so many pixels on its longer side.',
  severity: 'warning',
  why: 'platform.md, "Product": image_large is the "default zoom image". Nothing is ever enlarged, so that a smaller picture shows less than the setting promises.',
  mend: 'Give a larger picture, or lower `large`. What is shown is right, only smaller.',
  ignorable: true,
  check: ({ renditions = [], pictures }) =>
    renditions.flatMap(({ use, edge, from, source }) => {
      const pixels = pictures.get(from)?.pixels
      if (use !== 'large' || !pixels || Math.max(pixels.width, pixels.height) >= edge) return []
      return [
        makeProblem({
          rule: 'rendition-small',
          severity: 'warning',
          at: source,
          message: `the picture ${from} has ${pixels.width} x ${pixels.height} pixels, and image_large is to be made of it with ${edge}`,
          fix: 'It will not be enlarged. Give a larger picture, or lower images.large in the config.',
        }),
      ]
    }),
}
