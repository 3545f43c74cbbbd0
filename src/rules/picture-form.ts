import type { WantedFile } from '../records/desired.ts'
import { makeProblem } from '../problems/make-problem.ts'
import type { Problem } from '../problems/problem.ts'
import type { ProductFacts } from './product-facts.ts'
import type { PictureFacts } from '../pictures/picture-facts.ts'
import type { Rule } from './rule.ts'

/** Above these a page is slow on a telephone, and no screen shows more. */
const mostBytes = 2_000_000
const mostPixels = 5_000
/** A product page shows at most this much wider than high, or higher than wide. Banners may be as they like. */
const mostAspect = 4
const banners = 'images/originals/'
/** Below this a file is a stub, such as a test makes; its header is not judged. */
const leastBytes = 1_000

/** A picture suits a web page: whole, no larger than needed, in the colours of a screen, and not a strip. */
export const pictureForm: Rule = {
  id: 'picture-form',
  doc: 'A picture has at most 2 MB and 5,000 pixels a side, is whole, in RGB and no strip, and a zoom picture is larger than the main one.',
  severity: 'warning',
  why: 'platform.md names no limit, so every picture is sent as it is, to every visitor of the page (platform.md, "Product": "main product image", "default zoom image"). A CMYK picture has wrong colours in browsers; a zoom that shows no more is none.',
  mend: 'Export it again for the web: RGB, the longer side at most 2,000 pixels. What an `images:` setting of the config makes is never larger than it says.',
  ignorable: true,
  check: ({ desired: { files }, pictures, facts }) => [
    ...files.flatMap((file) => fileProblems(file, pictures.get(file.from))),
    ...zoomProblems(facts.zooms, files, pictures),
  ],
}

function fileProblems(file: WantedFile, facts: PictureFacts | undefined): Problem[] {
  // A rendition is as large as the config says; its source is not sent.
  if (!facts || file.size === null) return []
  return faultsOf(file, facts).map(([body, fix]) => problemOf(file.source, `the picture ${file.from} ${body}`, fix))
}

type Fault = readonly [body: string, fix: string]

function faultsOf({ path }: WantedFile, { kind, size, pixels = null }: PictureFacts): Fault[] {
  const faults: Fault[] = []
  if (size > mostBytes) faults.push([`has ${(size / 1_000_000).toFixed(1)} MB`, 'Export it for the web: 2 MB is plenty.'])
  if (pixels === null) {
    const isBroken = size >= leastBytes && ['png', 'jpeg', 'gif', 'webp'].includes(kind)
    return isBroken ? [...faults, ['is cut off or broken: its header says no size', 'Export it again.']] : faults
  }
  const { width, height, cmyk } = pixels
  const size_ = `${width} x ${height} pixels`
  if (Math.max(width, height) > mostPixels) faults.push([`has ${size_}`, 'No screen shows more than about 2,000 a side: make it smaller.'])
  const aspect = Math.max(width / height, height / width)
  if (aspect > mostAspect && !path.startsWith(banners)) faults.push([`is a strip of ${size_}`, 'Cut it nearer to a square.'])
  if (cmyk) faults.push(['is in CMYK, the colours of a printing press', 'Export it in RGB: browsers show CMYK in wrong colours.'])
  return faults
}

/** `image_large` is for zooming in, so it shows more than `image`. */
function zoomProblems(zooms: ProductFacts['zooms'], files: readonly WantedFile[], pictures: ReadonlyMap<string, PictureFacts>): Problem[] {
  const asTheyAre = files.filter(({ size }) => size !== null)
  const byPath = new Map(asTheyAre.map((file) => [file.path, pictures.get(file.from)?.pixels ?? null]))
  return zooms.flatMap(({ sku, image, large, at }) => {
    const [small, zoomed] = [byPath.get(`images/items/${image}`), byPath.get(`images/items/${large}`)]
    if (!small || !zoomed || zoomed.width > small.width || zoomed.height > small.height) return []
    const message = `the zoom picture of ${sku} has ${zoomed.width} x ${zoomed.height} pixels, no more than the main one with ${small.width} x ${small.height}`
    return [problemOf(at, message, 'Name the larger of the two as image_large, or leave it out.')]
  })
}

function problemOf(at: Problem['at'], message: string, fix: string): Problem {
  return makeProblem({ rule: 'picture-form', severity: 'warning', at, message, fix })
}
