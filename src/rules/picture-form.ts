import type { WantedFile } from '../records/desired.ts'
import { makeProblem } from '../problems/make-problem.ts'
import type { Problem } from '../problems/problem.ts'
import type { ProductFacts } from './product-facts.ts'
import type { PictureFacts } from '../pictures/picture-facts.ts'
import type { Rule } from './rule.ts'

/** Larger pictures make a page slow on a phone, and no screen shows more pixels. */
const mostBytes = 2_000_000
const mostPixels = 5_000
/** The longer side by the shorter one. Banners have no limit. */
const mostAspect = 4
const banners = 'images/originals/'
/** A smaller file is a placeholder, as in tests; its header is not checked. */
const leastBytes = 1_000

/** A picture is fit for a web page. */
export const pictureForm: Rule = {
  id: 'picture-form',
  topic: 'pictures',
  doc: 'A picture is complete, is in RGB, has at most 2 MB and 5,000 pixels a side, is at most four times as long as wide, and a zoom picture is larger than the main one.',
  severity: 'warning',
  why: 'platform.md names no limit: every picture is sent unchanged, to every visitor of the page (platform.md, "Product": "main product image", "default zoom image"). Browsers show CMYK in wrong colours; a zoom picture that is not larger shows nothing more.',
  fix: 'Export it again for the web: RGB, the longer side at most 2,000 pixels. Pictures made by `images:` in the config never exceed the sizes set there.',
  ignorable: true,
  check: ({ desired: { files }, pictures, facts }) => [
    ...files.flatMap((file) => fileProblems(file, pictures.get(file.from))),
    ...zoomProblems(facts.zooms, files, pictures),
  ],
}

function fileProblems(file: WantedFile, facts: PictureFacts | undefined): Problem[] {
  // A rendition has the size set in the config; its source is not sent.
  if (!facts || file.size === null) return []
  return faultsOf(file, facts).map(([body, fix]) => problemOf(file.source, `the picture ${file.from} ${body}`, fix))
}

type Fault = readonly [body: string, fix: string]

function faultsOf({ path }: WantedFile, { kind, size, pixels = null }: PictureFacts): Fault[] {
  const faults: Fault[] = []
  if (size > mostBytes) faults.push([`has ${(size / 1_000_000).toFixed(1)} MB`, 'Export it for the web, with at most 2 MB.'])
  if (pixels === null) {
    const isBroken = size >= leastBytes && ['png', 'jpeg', 'gif', 'webp'].includes(kind)
    return isBroken ? [...faults, ['is damaged: its header has no size', 'Export it again.']] : faults
  }
  const { width, height, cmyk } = pixels
  const dimensions = `${width} x ${height} pixels`
  if (Math.max(width, height) > mostPixels) faults.push([`has ${dimensions}`, 'Export it smaller: screens show about 2,000 pixels a side.'])
  const aspect = Math.max(width / height, height / width)
  if (aspect > mostAspect && !path.startsWith(banners))
    faults.push([`has ${dimensions}: one side is more than ${mostAspect} times the other`, 'Crop it closer to a square.'])
  if (cmyk) faults.push(['is in CMYK, which is for printing', 'Export it in RGB: browsers show CMYK in wrong colours.'])
  return faults
}

/** `image_large` is for zooming in: it has more pixels than `image`. */
function zoomProblems(zooms: ProductFacts['zooms'], files: readonly WantedFile[], pictures: ReadonlyMap<string, PictureFacts>): Problem[] {
  const asTheyAre = files.filter(({ size }) => size !== null)
  const byPath = new Map(asTheyAre.map((file) => [file.path, pictures.get(file.from)?.pixels ?? null]))
  return zooms.flatMap(({ sku, image, large, at }) => {
    const [small, zoomed] = [byPath.get(`images/items/${image}`), byPath.get(`images/items/${large}`)]
    if (!small || !zoomed || zoomed.width > small.width || zoomed.height > small.height) return []
    const message = `the zoom picture of ${sku} has ${zoomed.width} x ${zoomed.height} pixels, not more than the main picture with ${small.width} x ${small.height}`
    return [problemOf(at, message, 'Name the larger of the two as image_large, or remove image_large.')]
  })
}

function problemOf(at: Problem['at'], message: string, fix: string): Problem {
  return makeProblem({ rule: 'picture-form', severity: 'warning', at, message, fix })
}
