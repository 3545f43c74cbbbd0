import type { Mark } from './raster.ts'

/** A filled path. */
export function fill(colour: string, path: string, opacity = 1): Mark {
  return { path, colour, opacity }
}

/** A line with a round pen. */
export function pen(colour: string, width: number, path: string): Mark {
  return { path, colour, pen: width }
}

/** The path of an ellipse around a point. */
export function oval(at: readonly [number, number], rx: number, ry = rx): string {
  const [x, y] = at
  const [kx, ky] = [rx * 0.5523, ry * 0.5523]
  return [
    `M${x - rx} ${y}`,
    `C${x - rx} ${y - ky} ${x - kx} ${y - ry} ${x} ${y - ry}`,
    `C${x + kx} ${y - ry} ${x + rx} ${y - ky} ${x + rx} ${y}`,
    `C${x + rx} ${y + ky} ${x + kx} ${y + ry} ${x} ${y + ry}`,
    `C${x - kx} ${y + ry} ${x - rx} ${y + ky} ${x - rx} ${y} Z`,
  ].join(' ')
}

/** The path of a box with round corners: left, top, right, bottom. */
export function plate(box: readonly [number, number, number, number], r = 0): string {
  const [l, t, right, b] = box
  if (r === 0) return `M${l} ${t} L${right} ${t} L${right} ${b} L${l} ${b} Z`
  return [
    `M${l + r} ${t} L${right - r} ${t} Q${right} ${t} ${right} ${t + r}`,
    `L${right} ${b - r} Q${right} ${b} ${right - r} ${b}`,
    `L${l + r} ${b} Q${l} ${b} ${l} ${b - r} L${l} ${t + r} Q${l} ${t} ${l + r} ${t} Z`,
  ].join(' ')
}

function channel(colour: string, start: number): number {
  return Number.parseInt(colour.slice(start, start + 2), 16)
}

/** The colour mixed with another: 0 = itself, 1 = the other. */
function mix(colour: string, other: string, share: number): string {
  return `#${[1, 3, 5]
    .map((start) => Math.round(channel(colour, start) + (channel(other, start) - channel(colour, start)) * share))
    .map((value) => value.toString(16).padStart(2, '0'))
    .join('')}`
}

/** A darker form of a colour, for seams and shadows. */
export function dark(colour: string, share = 0.25): string {
  return mix(colour, '#101820', share)
}

/** A lighter form of a colour, for highlights. */
export function light(colour: string, share = 0.3): string {
  return mix(colour, '#ffffff', share)
}

/** A soft ground: a light spot behind the product and its shadow at `floor`. */
export function stage(ground: string, floor = 88, reach = 30): Mark[] {
  return [
    fill(light(ground, 0.45), oval([50, 50], 43)),
    ...[1, 0.85, 0.65].map((size) => fill(dark(ground, 0.45), oval([50, floor], reach * size, 3.4 * size), 0.22)),
  ]
}

/** A row of hills with a sun: Northwind's print. */
export function hills(colour: string, at: readonly [number, number], size: number): Mark[] {
  const [x, y] = at
  const s = size / 10
  return [
    fill(
      colour,
      `M${x - 10 * s} ${y + 5 * s} L${x - 4 * s} ${y - 4 * s} L${x - 1 * s} ${y} L${x + 3 * s} ${y - 6 * s} L${x + 10 * s} ${y + 5 * s} Z`,
    ),
    fill(colour, oval([x - 6 * s, y - 6 * s], 1.8 * s)),
  ]
}
