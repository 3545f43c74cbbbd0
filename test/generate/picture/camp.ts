import { dark, fill, light, oval, pen, plate } from './marks.ts'
import type { Mark } from './raster.ts'

/** A small tent with its door open. */
export function ridgeTent(colour: string, door: string): Mark[] {
  return [
    fill(dark(colour, 0.25), 'M44 28 L70 24 L94 76 L78 84 Z'),
    fill(colour, 'M44 28 L10 84 L78 84 Z'),
    fill(door, 'M44 34 L30 84 L58 84 Z'),
    fill(dark(door, 0.5), 'M44 40 L35 84 L53 84 Z'),
    pen(dark(colour, 0.45), 1.2, 'M44 28 L70 24'),
    pen('#8a8f8c', 0.7, 'M44 28 L4 74'),
    pen('#8a8f8c', 0.7, 'M70 24 L97 70'),
  ]
}

/** A dome tent with crossing poles. */
export function domeTent(colour: string, door: string): Mark[] {
  return [
    fill(colour, 'M8 84 C14 40 34 24 50 24 C66 24 86 40 92 84 Z'),
    fill(dark(colour, 0.16), 'M50 24 C66 24 86 40 92 84 L66 84 C66 56 62 36 50 24 Z'),
    fill(door, 'M34 84 C35 58 42 44 50 42 C58 44 65 58 66 84 Z'),
    fill(dark(door, 0.55), 'M50 46 C58 52 62 66 62 84 L50 84 Z'),
    pen(light(colour, 0.55), 1.3, 'M8 84 C20 40 40 24 50 24 C70 28 86 52 92 84'),
    pen(light(colour, 0.55), 1.3, 'M50 24 C44 30 34 50 34 84'),
    fill(light(colour, 0.2), 'M24 52 L31 46 L30 57 L22 61 Z'),
  ]
}

/** A long tunnel tent. */
export function tunnelTent(colour: string, door: string): Mark[] {
  return [
    fill(dark(colour, 0.2), 'M34 36 C50 28 76 28 88 40 C94 52 95 70 95 84 L34 84 Z'),
    ...[58, 74, 88].map((x) => pen(dark(colour, 0.4), 1.2, `M${x - 6} ${x === 88 ? 39 : 31} C${x + 4} 44 ${x + 6} 64 ${x + 6} 84`)),
    fill(colour, 'M5 84 C5 52 16 34 32 34 C48 34 58 52 58 84 Z'),
    fill(door, 'M16 84 C16 60 23 47 32 47 C41 47 48 60 48 84 Z'),
    fill(dark(door, 0.55), 'M32 50 C39 54 44 66 44 84 L32 84 Z'),
    fill(light(door, 0.5), plate([68, 48, 78, 58], 2)),
  ]
}

/** A sheet of cloth over two poles. */
export function tarp(colour: string): Mark[] {
  return [
    pen('#7a5c3e', 2, 'M30 88 L36 34'),
    pen('#7a5c3e', 2, 'M76 86 L70 30'),
    fill(colour, 'M36 32 C48 38 58 36 70 28 L94 58 C76 62 68 60 58 66 C44 62 26 64 6 60 Z'),
    fill(dark(colour, 0.2), 'M36 32 C48 38 58 36 70 28 L94 58 C76 62 68 60 58 66 C52 56 44 44 36 32 Z'),
    pen('#8a8f8c', 0.7, 'M6 60 L2 84'),
    pen('#8a8f8c', 0.7, 'M94 58 L98 82'),
    pen('#8a8f8c', 0.7, 'M58 66 L57 88'),
  ]
}

/** Tent pegs side by side. */
export function pegs(colour: string): Mark[] {
  return [24, 37, 50, 63, 76].flatMap((x, index) => [
    pen(colour, 3.2, `M${x} ${26 + (index % 2) * 3} L${x} ${78 + (index % 2) * 3}`),
    fill(colour, `M${x - 1.6} ${77 + (index % 2) * 3} L${x + 1.6} ${77 + (index % 2) * 3} L${x} ${87 + (index % 2) * 2} Z`),
    pen(
      dark(colour, 0.2),
      2.4,
      `M${x} ${28 + (index % 2) * 3} C${x + 7} ${26 + (index % 2) * 3} ${x + 7} ${34 + (index % 2) * 3} ${x + 4} ${36 + (index % 2) * 3}`,
    ),
    pen('#d9541e', 1.4, `M${x} ${30 + (index % 2) * 3} L${x} ${40 + (index % 2) * 3}`),
  ])
}

/** A sleeping bag, laid out. */
export function sleepingBag(colour: string, lining: string): Mark[] {
  const seams = [40, 50, 60, 70].map((y) =>
    pen(dark(colour, 0.2), 1, `M${28 + (y - 30) * 0.12} ${y} C42 ${y + 3} 58 ${y + 3} ${72 - (y - 30) * 0.12} ${y}`),
  )
  return [
    fill(colour, 'M28 30 C28 6 72 6 72 30 C76 50 70 74 66 86 C60 94 40 94 34 86 C30 74 24 50 28 30 Z'),
    ...seams,
    fill(lining, 'M34 28 C34 12 66 12 66 28 C62 40 38 40 34 28 Z'),
    fill(dark(lining, 0.3), 'M39 27 C40 18 60 18 61 27 C58 33 42 33 39 27 Z'),
    pen(light(colour, 0.5), 1.4, 'M66 30 C69 48 66 66 62 80'),
  ]
}

/** A mat, half rolled up; `lines` gives it welded chambers instead of dimples. */
export function mat(colour: string, lines: boolean): Mark[] {
  const relief = lines
    ? [30, 38, 46, 54, 62].map((x) => pen(dark(colour, 0.18), 1.4, `M${x} 74 L${x + 22} 34`))
    : [0, 1, 2, 3].flatMap((row) =>
        [0, 1, 2, 3, 4].map((column) => fill(dark(colour, 0.2), oval([36 + column * 8 + row * 5.4, 70 - row * 10], 2, 1.4))),
      )
  return [
    fill(colour, 'M24 80 L50 30 L92 30 L72 80 Z'),
    ...relief,
    fill(dark(colour, 0.12), 'M8 74 C8 62 26 62 26 74 L72 74 C72 86 8 92 8 74 Z'),
    fill(dark(colour, 0.12), plate([14, 66, 72, 88], 10)),
    fill(light(colour, 0.25), oval([18, 77], 9.5, 11)),
    pen(dark(colour, 0.3), 1.4, 'M18 69 C26 70 26 84 18 85 C11 84 12 73 18 73 C22 74 22 80 18 81'),
  ]
}

/** An inflatable pillow. */
export function pillow(colour: string): Mark[] {
  return [
    fill(
      dark(colour, 0.2),
      'M12 52 C10 40 20 36 30 40 C44 44 56 44 70 40 C80 36 90 40 88 52 C90 66 92 76 84 80 C70 76 30 76 16 80 C8 76 10 66 12 52 Z',
    ),
    fill(
      colour,
      'M14 48 C12 36 22 32 32 36 C44 40 56 40 68 36 C78 32 88 36 86 48 C88 60 90 70 82 74 C68 70 32 70 18 74 C10 70 12 60 14 48 Z',
    ),
    fill(light(colour, 0.25), 'M26 46 C40 52 60 52 74 46 C72 58 28 58 26 46 Z'),
    fill('#e8ece9', oval([80, 68], 3)),
    fill('#c33d2b', oval([80, 68], 1.6)),
  ]
}

/** A folding camp chair. */
export function chair(colour: string): Mark[] {
  return [
    pen('#5a6066', 2.4, 'M26 88 L72 52'),
    pen('#5a6066', 2.4, 'M74 88 L28 52'),
    pen('#5a6066', 2.4, 'M28 54 L24 18'),
    pen('#5a6066', 2.4, 'M72 54 L76 18'),
    fill(colour, 'M24 18 C40 24 60 24 76 18 L73 44 C58 48 42 48 27 44 Z'),
    fill(dark(colour, 0.18), 'M26 48 C42 56 58 56 74 48 L80 60 C60 70 40 70 20 60 Z'),
    pen(dark(colour, 0.3), 1, 'M38 23 L38 46'),
    pen(dark(colour, 0.3), 1, 'M62 23 L62 46'),
  ]
}
