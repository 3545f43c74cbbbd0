import { dark, fill, hills, light, oval, pen, plate } from './marks.ts'
import type { Mark } from './raster.ts'

/** A mug with a handle; `rim` is the colour of its edge. */
export function mug(colour: string, rim: string, ink: string): Mark[] {
  return [
    pen(dark(colour, 0.12), 6, 'M66 42 C90 36 90 74 64 70'),
    fill(colour, 'M22 30 L70 30 L68 80 C66 87 26 87 24 80 Z'),
    fill(dark(colour, 0.1), 'M58 30 L70 30 L68 80 C67 84 58 85.4 52 85.4 C58 70 59 50 58 30 Z'),
    fill(rim, oval([46, 30], 24, 6)),
    fill(dark(rim, 0.6), oval([46, 30.6], 21.4, 4.6)),
    ...hills(ink, [44, 58], 9),
  ]
}

/** A straight cup with a lid to drink on the road. */
export function travelMug(colour: string, lid: string): Mark[] {
  return [
    fill(colour, 'M32 28 L68 28 L63 86 C58 89 42 89 37 86 Z'),
    fill(dark(colour, 0.14), 'M58 28 L68 28 L63 86 C61 88 57 88.4 54 88.6 C58 70 59 50 58 28 Z'),
    fill(light(lid, 0.05), 'M35 52 L65 52 L63.4 68 L36.6 68 Z'),
    fill(lid, plate([29, 18, 71, 29], 3)),
    fill(dark(lid, 0.3), plate([40, 13, 54, 19], 2)),
  ]
}

/** A steel bottle with a screw cap; `tall` makes it the large one. */
export function bottle(colour: string, tall: boolean): Mark[] {
  const top = tall ? 8 : 20
  const wide = tall ? 17 : 14
  const [left, right] = [50 - wide, 50 + wide]
  return [
    fill('#2c3238', plate([43, top, 57, top + 12], 2)),
    pen('#2c3238', 2.2, `M44 ${top + 2} C44 ${top - 6} 56 ${top - 6} 56 ${top + 2}`),
    fill('#c9d0d3', plate([42, top + 11, 58, top + 15])),
    fill(
      colour,
      `M42 ${top + 14} L58 ${top + 14} C60 ${top + 22} ${right} ${top + 22} ${right} ${top + 32} L${right} 84 Q${right} 90 ${right - 6} 90 L${left + 6} 90 Q${left} 90 ${left} 84 L${left} ${top + 32} C${left} ${top + 22} 40 ${top + 22} 42 ${top + 14} Z`,
    ),
    fill(light(colour, 0.35), plate([left + 4, top + 32, left + 7.5, 82], 1.6)),
    fill(dark(colour, 0.18), plate([right - 7, top + 32, right - 1, 84], 2)),
    ...hills('#ffffff', [50, 64], 7),
  ]
}

/** An insulated flask with its cup. */
export function flask(colour: string): Mark[] {
  return [
    fill('#c9d0d3', plate([40, 8, 64, 28], 4)),
    pen('#9aa3a8', 1, 'M40 20 L64 20'),
    fill(colour, plate([36, 27, 68, 90], 6)),
    fill(dark(colour, 0.16), plate([58, 27, 68, 90], 6)),
    ...[40, 46, 70, 76].map((y) => pen(light(colour, 0.4), 1.2, `M36 ${y} L68 ${y}`)),
    fill('#c9d0d3', 'M12 68 L30 68 L28 90 L14 90 Z'),
    fill('#6d5137', oval([21, 68], 9, 2.2)),
  ]
}

/** A stove on a gas cartridge. */
export function stove(colour: string): Mark[] {
  return [
    fill(colour, plate([28, 56, 72, 90], 8)),
    fill(light(colour, 0.6), plate([28, 66, 72, 78])),
    fill('#d9541e', 'M50 67 C55 71 54 77 50 77 C46 77 45 71 50 67 Z'),
    fill('#aab2b6', plate([46, 46, 54, 57])),
    pen('#aab2b6', 2, 'M54 51 L70 51'),
    fill('#c33d2b', oval([72, 51], 3.6)),
    fill('#7c858a', plate([38, 40, 62, 47], 2)),
    pen('#7c858a', 2.4, 'M40 42 L26 32'),
    pen('#7c858a', 2.4, 'M60 42 L74 32'),
    ...[40, 50, 60].map((x) => fill('#3f7fd0', `M${x - 3} 39 C${x - 4} 32 ${x} 30 ${x} 25 C${x + 1} 31 ${x + 4} 33 ${x + 3} 39 Z`)),
  ]
}

/** Pots that stand in one another. */
export function pots(colour: string, handle: string): Mark[] {
  return [
    pen(handle, 3, 'M76 62 L96 56'),
    fill(colour, 'M22 54 L78 54 L75 86 C60 89 40 89 25 86 Z'),
    fill(light(colour, 0.2), oval([50, 54], 28, 6)),
    fill(dark(colour, 0.2), 'M30 34 L70 34 L68 54 C60 57 40 57 32 54 Z'),
    fill(light(colour, 0.35), oval([50, 34], 20, 4.6)),
    fill(handle, oval([50, 28], 4, 3)),
    fill(light(colour, 0.5), plate([28, 60, 31, 82], 1.4)),
  ]
}

/** A pan with a folding handle. */
export function pan(colour: string, handle: string): Mark[] {
  return [
    pen(handle, 5, 'M62 62 L92 88'),
    fill(dark(colour, 0.3), oval([42, 50], 33)),
    fill(colour, oval([42, 48], 33)),
    fill(dark(colour, 0.18), oval([42, 48], 27)),
    fill('#f4efe2', 'M30 46 C26 36 44 30 52 38 C62 40 58 54 50 56 C42 62 32 56 30 46 Z'),
    fill('#efb02e', oval([44, 46], 6.4)),
  ]
}

/** Spoon and fork in one. */
export function spork(colour: string): Mark[] {
  return [
    pen(colour, 5, 'M50 38 L50 64'),
    fill(colour, oval([50, 24], 11, 15)),
    fill(dark(colour, 0.2), oval([50, 24], 6.6, 10)),
    fill(colour, 'M40 64 C44 60 56 60 60 64 L60 90 L57 90 L56 78 L53.4 78 L53 90 L47 90 L46.6 78 L44 78 L43 90 L40 90 Z'),
    fill(dark(colour, 0.35), oval([50, 56], 1.6)),
  ]
}

/** A coffee dripper over a glass. */
export function dripper(colour: string): Mark[] {
  return [
    fill(colour, 'M24 26 L76 26 L58 52 L42 52 Z'),
    fill(dark(colour, 0.2), oval([50, 26], 26, 5)),
    fill('#5b3d28', oval([50, 27], 20, 3.4)),
    fill(dark(colour, 0.15), plate([34, 51, 66, 56], 2)),
    fill('#dfe8ea', 'M36 57 L64 57 L70 86 C60 90 40 90 30 86 Z'),
    fill('#7a4f30', 'M34 68 L66 68 L70 86 C60 90 40 90 30 86 Z'),
    fill('#7a4f30', oval([50, 62], 1.4, 2)),
    ...[36, 44, 52].map((x, index) => pen(dark(colour, 0.18), 1, `M${x} 32 L${46 + index * 3} 50`)),
  ]
}
