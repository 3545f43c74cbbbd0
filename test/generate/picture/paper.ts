import { dark, fill, hills, light, oval, pen, plate } from './marks.ts'
import type { Mark } from './raster.ts'

/** A notebook with an elastic band; `rings` binds it with wire. */
export function notebook(colour: string, band: string, rings: boolean): Mark[] {
  return [
    fill('#e9e3d3', plate([28, 16, 80, 90], 3)),
    fill(colour, plate([22, 12, 76, 86], 4)),
    ...(rings
      ? [20, 28, 36, 44, 52, 60, 68, 76].map((y) => pen('#8d969b', 1.8, `M19 ${y} C17 ${y - 4} 27 ${y - 4} 27 ${y}`))
      : [fill(dark(colour, 0.2), plate([22, 12, 29, 86], 3))]),
    fill(light(colour, 0.75), plate([36, 26, 62, 40], 1)),
    pen(dark(colour, 0.3), 1, 'M40 31 L58 31'),
    pen(dark(colour, 0.3), 1, 'M40 35.5 L52 35.5'),
    ...hills(light(colour, 0.35), [50, 64], 9),
    pen(band, 2.4, 'M69 12 L69 86'),
  ]
}

/** A folded map. */
export function map(colour: string): Mark[] {
  return [
    fill(colour, 'M10 28 L30 20 L30 78 L10 86 Z M50 28 L70 20 L70 78 L50 86 Z'),
    fill(dark(colour, 0.14), 'M30 20 L50 28 L50 86 L30 78 Z M70 20 L90 28 L90 86 L70 78 Z'),
    ...[0, 1, 2].map((n) => pen(dark(colour, 0.4), 0.9, oval([36, 54], 20 - n * 6, 15 - n * 4.6))),
    ...[0, 1].map((n) => pen(dark(colour, 0.4), 0.9, oval([74, 40], 11 - n * 5, 9 - n * 4))),
    pen('#3f7fd0', 2, 'M12 38 C26 34 30 46 44 40 C56 34 62 64 88 66'),
    pen('#c33d2b', 1.6, 'M18 78 C30 66 40 72 50 62 C58 54 66 60 74 42'),
    fill('#c33d2b', oval([74, 41], 2.6)),
  ]
}

/** Picture postcards, fanned out. */
export function postcards(sky: string, ground: string): Mark[] {
  return [
    fill('#dcd5c2', 'M34 22 L90 34 L80 76 L24 64 Z'),
    fill('#fbf8f0', 'M12 30 L78 24 L82 68 L16 74 Z'),
    fill(sky, 'M16 34 L75 28.6 L78 64.4 L19.6 69.8 Z'),
    fill('#fff3c4', oval([62, 40], 6)),
    fill(ground, 'M18 60 L34 44 L44 54 L56 42 L77.4 60 L78 64.4 L19.6 69.8 Z'),
    fill(dark(ground, 0.25), 'M19 64 C34 56 50 68 78 60 L78 64.4 L19.6 69.8 Z'),
    fill('#fbf8f0', 'M26 70 L84 62 L88 86 L30 92 Z'),
    pen('#b9b4a4', 1, 'M34 78 L54 75.6'),
    pen('#b9b4a4', 1, 'M35 83 L55 80.6'),
    fill('#c33d2b', 'M72 67 L80 66 L81 74 L73 75 Z'),
  ]
}

function sticker(colour: string, at: readonly [number, number]): Mark[] {
  return [fill('#ffffff', oval(at, 25)), fill(colour, oval(at, 22)), ...hills('#ffffff', [at[0], at[1] + 2], 11)]
}

/** Round stickers. */
export function stickers(colours: readonly [string, string, string]): Mark[] {
  return [...sticker(colours[0], [34, 40]), ...sticker(colours[1], [68, 46]), ...sticker(colours[2], [46, 70])]
}

/** A gift card with a ribbon. */
export function giftCard(colour: string, ribbon: string): Mark[] {
  return [
    fill(dark(colour, 0.3), plate([12, 32, 90, 82], 5)),
    fill(colour, plate([10, 28, 88, 78], 5)),
    fill(ribbon, plate([28, 28, 36, 78])),
    fill(ribbon, 'M32 40 C22 26 12 34 18 42 C22 46 28 44 32 40 Z M32 40 C42 26 52 34 46 42 C42 46 36 44 32 40 Z'),
    fill(dark(ribbon, 0.25), oval([32, 41], 3.4)),
    ...hills('#ffffff', [66, 58], 10),
  ]
}

/** A wide banner of hills under a sky, for the head of a category page: 400 units wide. */
export function banner(sky: string, far: string, near: string): Mark[] {
  return [
    fill(light(sky, 0.5), oval([300, 40], 22)),
    fill(mixFar(far), 'M0 70 L50 34 L84 58 L140 18 L196 62 L236 42 L290 74 L336 46 L400 70 L400 100 L0 100 Z'),
    fill('#ffffff', 'M140 18 L126 28 L134 30 L140 26 L148 31 L155 30 Z', 0.8),
    fill(far, 'M0 82 L60 58 L112 80 L176 50 L244 84 L310 60 L400 84 L400 100 L0 100 Z'),
    fill(near, 'M0 92 C60 78 120 96 190 86 C260 76 330 96 400 84 L400 100 L0 100 Z'),
    ...[26, 40, 50, 330, 344, 362, 372].map((x, index) =>
      fill(dark(near, 0.3), `M${x - 5} 92 L${x} ${70 + (index % 3) * 4} L${x + 5} 92 Z`),
    ),
  ]
}

function mixFar(colour: string): string {
  return light(colour, 0.45)
}
