import { parsePath, type Polyline, strokeOutline } from './outline.ts'
import type { Bitmap } from './png.ts'

/** One thing to draw, in a field of 100 units: a filled path, or a line with a round pen of some width. */
export interface Mark {
  readonly path: string
  /** `#rrggbb`. */
  readonly colour: string
  /** Width of the pen; absent = filled. */
  readonly pen?: number
  /** 0 to 1; absent = 1. */
  readonly opacity?: number
}

const linesPerPixel = 4

/** Shades between inside and outside: few, so that a picture has few colours and stays small. */
const edgeSteps = 5

interface Edge {
  readonly top: number
  readonly bottom: number
  readonly x: number
  readonly slope: number
  readonly direction: 1 | -1
}

/** The marks, one over the other, on a ground of one colour; `width` and `height` in pixels, 100 units are `height` pixels. */
export function drawMarks(marks: readonly Mark[], size: { width: number; height: number; ground: string }): Bitmap {
  const { width, height, ground } = size
  const rgb = new Uint8Array(width * height * 3)
  const first = channels(ground)
  for (let index = 0; index < rgb.length; index++) rgb[index] = first[index % 3] ?? 0
  for (const mark of marks) drawMark(mark, { width, height, rgb })
  return { width, height, rgb }
}

function drawMark({ path, colour, pen, opacity = 1 }: Mark, bitmap: Bitmap): void {
  const lines = parsePath(path)
  const outline = pen === undefined ? lines : strokeOutline(lines, pen)
  const edges = edgesOf(outline, bitmap.height / 100)
  const top = Math.max(0, Math.floor(Math.min(...edges.map((edge) => edge.top))))
  const bottom = Math.min(bitmap.height, Math.ceil(Math.max(...edges.map((edge) => edge.bottom))))
  const paint = channels(colour)
  for (let y = top; y < bottom; y++) {
    const coverage = coverageOfRow(edges, y, bitmap.width)
    for (let x = 0; x < bitmap.width; x++) {
      const alpha = (Math.round(Math.min(1, coverage[x] ?? 0) * edgeSteps) / edgeSteps) * opacity
      if (alpha > 0) blend(bitmap.rgb, (y * bitmap.width + x) * 3, { paint, alpha })
    }
  }
}

function blend(rgb: Uint8Array, at: number, { paint, alpha }: { paint: readonly number[]; alpha: number }): void {
  for (let channel = 0; channel < 3; channel++) {
    const under = rgb[at + channel] ?? 0
    rgb[at + channel] = Math.round(under + ((paint[channel] ?? 0) - under) * alpha)
  }
}

function channels(colour: string): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16))
}

function edgesOf(outline: readonly Polyline[], scale: number): Edge[] {
  return outline.flatMap((line) =>
    line.flatMap((from, index): Edge[] => {
      const to = line[(index + 1) % line.length] ?? from
      if (from[1] === to[1]) return []
      const [upper, lower] = from[1] < to[1] ? [from, to] : [to, from]
      const slope = (lower[0] - upper[0]) / (lower[1] - upper[1])
      return [{ top: upper[1] * scale, bottom: lower[1] * scale, x: upper[0] * scale, slope, direction: from[1] < to[1] ? 1 : -1 }]
    }),
  )
}

/** How much of each pixel of a row lies inside, by the non-zero rule: exact across, four lines down. */
function coverageOfRow(edges: readonly Edge[], y: number, width: number): Float32Array {
  const coverage = new Float32Array(width)
  const near = edges.filter((edge) => edge.top < y + 1 && edge.bottom > y)
  for (let line = 0; line < linesPerPixel; line++) {
    const at = y + (line + 0.5) / linesPerPixel
    const crossings = near
      .filter((edge) => edge.top <= at && at < edge.bottom)
      .map((edge) => ({ x: edge.x + (at - edge.top) * edge.slope, direction: edge.direction }))
      .toSorted((a, b) => a.x - b.x)
    let winding = 0
    crossings.forEach(({ x, direction }, index) => {
      winding += direction
      const next = crossings[index + 1]
      if (winding !== 0 && next) addSpan(coverage, x, next.x)
    })
  }
  return coverage
}

function addSpan(coverage: Float32Array, from: number, to: number): void {
  const start = Math.max(0, from)
  const end = Math.min(coverage.length, to)
  for (let x = Math.floor(start); x < end; x++) {
    coverage[x] = (coverage[x] ?? 0) + (Math.min(end, x + 1) - Math.max(start, x)) / linesPerPixel
  }
}
