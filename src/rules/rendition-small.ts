import { makeProblem } from '../problems/make-problem.ts'
import type { Rule } from './rule.ts'

/** A zoom picture is made from one with enough pixels. */
export const renditionSmall: Rule = {
  id: 'rendition-small',
  topic: 'pictures',
  doc: 'The picture from which `images: { large }` makes a zoom picture has at least that many pixels on its longer side.',
  severity: 'warning',
  why: 'platform.md, "Product": image_large is the "default zoom image". Pictures are never enlarged: a smaller source shows less than the setting promises.',
  fix: 'Provide a larger picture, or lower `large`. The picture is shown correctly, only smaller.',
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
          message: `the picture ${from} has ${pixels.width} x ${pixels.height} pixels, fewer than the ${edge} of images.large`,
          fix: 'It is not enlarged. Provide a larger picture, or lower images.large in the config.',
        }),
      ]
    }),
}
