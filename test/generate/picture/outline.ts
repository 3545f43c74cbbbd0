/** A point as x and y. */
type Point = readonly [number, number]

/** A closed or open line of points. */
export type Polyline = readonly Point[]

const stepsPerCurve = 24

/** The lines of a path in SVG's words, absolute only: M, L, C, Q and Z. Curves become short straight pieces. */
export function parsePath(path: string): Polyline[] {
  const lines: Point[][] = []
  let line: Point[] = []
  for (const [, letter = '', numbers = ''] of path.matchAll(/([MLCQZ])([^MLCQZ]*)/g)) {
    const points = pointsOf(numbers)
    if (letter === 'M') {
      line = []
      lines.push(line)
    }
    if (letter === 'Z' && line[0]) line.push(line[0])
    else if (letter === 'C' || letter === 'Q') curveTo(line, points, letter === 'C' ? 3 : 2)
    else line.push(...points)
  }
  return lines
}

function pointsOf(numbers: string): Point[] {
  const values = (numbers.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number)
  return Array.from({ length: values.length / 2 }, (_, index) => [values[index * 2] ?? 0, values[index * 2 + 1] ?? 0])
}

function curveTo(line: Point[], points: readonly Point[], order: 2 | 3): void {
  for (let index = 0; index < points.length; index += order) {
    const from = line.at(-1) ?? [0, 0]
    const controls = [from, ...points.slice(index, index + order)]
    for (let step = 1; step <= stepsPerCurve; step++) line.push(pointOn(controls, step / stepsPerCurve))
  }
}

/** De Casteljau: the point of a Bezier curve of any order. */
function pointOn(controls: readonly Point[], t: number): Point {
  const [first = [0, 0], ...rest] = controls
  if (rest.length === 0) return first
  return pointOn(
    rest.map((point, index): Point => {
      const before = controls[index] ?? point
      return [before[0] + (point[0] - before[0]) * t, before[1] + (point[1] - before[1]) * t]
    }),
    t,
  )
}

/** The outline of a line that is drawn with a round pen: a box for each piece, a disc at each point, all turning the same way. */
export function strokeOutline(lines: readonly Polyline[], width: number): Polyline[] {
  return lines.flatMap((line) => [
    ...line.slice(1).map((to, index) => box(line[index] ?? to, to, width)),
    ...line.map((point) => disc(point, width / 2)),
  ])
}

function box([x1, y1]: Point, [x2, y2]: Point, width: number): Polyline {
  const length = Math.hypot(x2 - x1, y2 - y1) || 1
  const dx = ((y2 - y1) / length) * (width / 2)
  const dy = ((x1 - x2) / length) * (width / 2)
  return [
    [x1 + dx, y1 + dy],
    [x2 + dx, y2 + dy],
    [x2 - dx, y2 - dy],
    [x1 - dx, y1 - dy],
  ]
}

function disc([x, y]: Point, radius: number): Polyline {
  return Array.from({ length: 20 }, (_, index) => {
    const angle = (index / 20) * 2 * Math.PI
    return [x + Math.cos(angle) * radius, y + Math.sin(angle) * radius]
  })
}
