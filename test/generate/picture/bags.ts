import { dark, fill, hills, light, oval, pen, plate } from './marks.ts'
import type { Mark } from './raster.ts'

/** A small backpack with a front pocket. */
export function daypack(colour: string, trim: string): Mark[] {
  return [
    pen(dark(trim, 0.2), 3, 'M42 20 C42 8 58 8 58 20'),
    fill(dark(colour, 0.3), 'M20 46 C16 60 18 76 24 84 L32 84 L30 40 Z M80 46 C84 60 82 76 76 84 L68 84 L70 40 Z'),
    fill(colour, 'M28 36 C28 10 72 10 72 36 L74 80 C74 88 68 88 62 88 L38 88 C32 88 26 88 26 80 Z'),
    pen(trim, 1.4, 'M30 44 C36 22 64 22 70 44'),
    fill(dark(colour, 0.14), plate([32, 54, 68, 82], 6)),
    pen(trim, 1.6, 'M34 60 L66 60'),
    fill(trim, plate([62, 60, 64.4, 67], 1)),
    ...hills(light(colour, 0.75), [50, 43], 6),
  ]
}

/** A tall backpack with a lid, straps and a roll under it. */
export function trekkingPack(colour: string, trim: string): Mark[] {
  return [
    fill(dark(colour, 0.3), 'M22 40 C16 56 18 72 24 80 L32 80 L30 36 Z M78 40 C84 56 82 72 76 80 L68 80 L70 36 Z'),
    fill(colour, plate([28, 24, 72, 84], 8)),
    fill(dark(colour, 0.14), plate([34, 52, 66, 80], 4)),
    fill(trim, 'M26 32 C24 8 76 8 74 32 C60 38 40 38 26 32 Z'),
    pen(dark(trim, 0.35), 1.2, 'M28 27 C42 33 58 33 72 27'),
    pen(dark(trim, 0.1), 2, 'M39 32 L39 82'),
    pen(dark(trim, 0.1), 2, 'M61 32 L61 82'),
    fill('#e8e2d2', plate([36, 44, 42, 49], 1)),
    fill('#e8e2d2', plate([58, 44, 64, 49], 1)),
    fill(light(trim, 0.35), plate([24, 80, 76, 93], 6.4)),
    pen(dark(trim, 0.1), 2, 'M39 80 L39 93'),
    pen(dark(trim, 0.1), 2, 'M61 80 L61 93'),
  ]
}

/** A round travel bag with two handles. */
export function duffel(colour: string, trim: string): Mark[] {
  return [
    pen(trim, 3, 'M34 46 C34 20 66 20 66 46'),
    fill(colour, plate([8, 40, 92, 84], 18)),
    fill(dark(colour, 0.18), 'M8 58 C8 44 16 40 24 40 L24 84 C14 84 8 78 8 66 Z M92 58 C92 44 84 40 76 40 L76 84 C86 84 92 78 92 66 Z'),
    pen(trim, 3, 'M34 46 L34 84'),
    pen(trim, 3, 'M66 46 L66 84'),
    pen(dark(colour, 0.4), 1.4, 'M24 44 L76 44'),
    ...hills(light(colour, 0.7), [50, 64], 9),
  ]
}

function dryBag(colour: string, box: readonly [number, number, number]): Mark[] {
  const [left, top, width] = box
  const right = left + width
  return [
    fill(colour, plate([left, top + 8, right, 88], 4)),
    fill(dark(colour, 0.15), plate([right - width * 0.3, top + 8, right, 88], 4)),
    fill(dark(colour, 0.4), plate([left - 1.5, top, right + 1.5, top + 8], 2)),
    pen('#22282c', 1.8, `M${left} ${top + 3} C${left} ${top - 9} ${right} ${top - 9} ${right} ${top + 3}`),
    ...hills('#ffffff', [(left + right) / 2, 74], width / 4),
  ]
}

/** Three dry bags, small to large. */
export function dryBags(colours: readonly [string, string, string]): Mark[] {
  return [...dryBag(colours[2], [54, 22, 34]), ...dryBag(colours[1], [30, 38, 28]), ...dryBag(colours[0], [12, 54, 20])]
}

/** A small bag on a belt. */
export function beltBag(colour: string, trim: string): Mark[] {
  return [
    pen(trim, 4, 'M4 44 C18 36 30 42 36 46'),
    pen(trim, 4, 'M96 44 C82 36 70 42 64 46'),
    fill(colour, 'M16 46 C30 38 70 38 84 46 C84 66 74 78 50 80 C26 78 16 66 16 46 Z'),
    pen(light(colour, 0.5), 1.4, 'M22 50 C36 44 64 44 78 50'),
    fill(dark(colour, 0.16), 'M26 58 C40 54 60 54 74 58 C70 70 62 75 50 76 C38 75 30 70 26 58 Z'),
    fill('#e8e2d2', plate([70, 48, 72, 57], 1)),
  ]
}

/** A cloth bag with long handles. */
export function tote(colour: string, ink: string): Mark[] {
  return [
    pen(dark(colour, 0.25), 3, 'M36 44 C36 2 64 2 64 44'),
    fill(colour, 'M22 38 L78 38 L82 90 L18 90 Z'),
    fill(dark(colour, 0.1), 'M68 38 L78 38 L82 90 L70 90 Z'),
    pen(dark(colour, 0.2), 0.9, 'M22.4 43 L77.6 43'),
    fill(ink, oval([50, 66], 15)),
    ...hills(colour, [50, 68], 9),
  ]
}
