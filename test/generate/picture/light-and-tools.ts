import { dark, fill, hills, light, oval, pen, plate } from './marks.ts'
import type { Mark } from './raster.ts'

/** A table lamp with a wooden foot. */
export function tableLamp(shade: string, wood: string): Mark[] {
  return [
    fill('#fff3c4', 'M34 46 L66 46 L88 84 L12 84 Z', 0.5),
    fill(wood, plate([46, 46, 54, 82])),
    fill(wood, plate([30, 80, 70, 89], 4)),
    pen(dark(wood, 0.2), 0.9, 'M33 84.4 C44 83 54 86 67 84.4'),
    fill(shade, 'M36 14 L64 14 L78 48 L22 48 Z'),
    fill(dark(shade, 0.12), 'M56 14 L64 14 L78 48 L60 48 Z'),
    fill('#ffe79a', oval([50, 48], 28, 3.6)),
    pen('#d4c9a8', 0.9, 'M60 50 L60 60'),
    fill('#d4c9a8', oval([60, 62], 1.8)),
  ]
}

/** A lantern with a handle; `flame` burns, else it has an LED. */
export function lantern(colour: string, flame: boolean): Mark[] {
  return [
    pen('#5a6066', 2, 'M34 30 C32 4 68 4 66 30'),
    fill(colour, 'M38 26 L62 26 L68 36 L32 36 Z'),
    fill(flame ? '#fff0bd' : '#fdf6da', plate([34, 36, 66, 70], 3)),
    flame ? fill('#ee9b25', 'M50 42 C60 52 60 64 50 66 C40 64 40 52 50 42 Z') : fill('#f4cf4e', plate([44, 42, 56, 66], 5)),
    ...(flame
      ? [fill('#fbe08a', 'M50 52 C54 57 54 63 50 64 C46 63 46 57 50 52 Z')]
      : [50, 54, 58].map((y) => pen('#fdf6da', 1, `M45 ${y} L55 ${y}`))),
    pen(dark(colour, 0.1), 2, 'M34 37 L34 70'),
    pen(dark(colour, 0.1), 2, 'M66 37 L66 70'),
    fill(colour, 'M30 70 L70 70 L74 90 L26 90 Z'),
    fill(dark(colour, 0.2), plate([44, 76, 56, 84], 2)),
  ]
}

/** A torch on a head band. */
export function headTorch(colour: string, band: string): Mark[] {
  return [
    fill('#fff3c4', 'M50 56 L14 94 L86 94 Z', 0.6),
    pen(band, 8, 'M34 54 C4 40 20 16 50 16 C80 16 96 40 66 54'),
    pen(light(band, 0.4), 1.6, 'M32 51 C8 40 24 18 50 18'),
    fill(colour, plate([32, 42, 68, 68], 7)),
    fill('#d7dde0', oval([44, 55], 9)),
    fill('#ffe79a', oval([44, 55], 6.4)),
    fill('#c33d2b', oval([60, 55], 3.4)),
  ]
}

/** A hand torch. */
export function handTorch(colour: string): Mark[] {
  return [
    fill('#fff3c4', 'M64 26 L74 36 L98 20 L82 2 Z', 0.8),
    pen(colour, 12, 'M18 82 L50 50'),
    ...[24, 30, 36].map((x) => pen(dark(colour, 0.4), 1.6, `M${x - 3.6} ${94 - x - 1} L${x + 6.4} ${104 - x - 1}`)),
    fill(dark(colour, 0.2), 'M44 46 L54 56 L76 40 L60 24 Z'),
    fill('#d7dde0', 'M58 22 L62 20 L80 38 L78 42 Z'),
    fill('#c33d2b', oval([46, 58], 3)),
  ]
}

/** Batteries in a row. */
export function batteries(colour: string): Mark[] {
  return [24, 41.5, 59, 76.5].flatMap((x) => [
    fill('#b9c0c4', plate([x - 2.5, 20, x + 2.5, 26], 1)),
    fill('#22282c', plate([x - 7, 25, x + 7, 86], 3)),
    fill(colour, plate([x - 7, 25, x + 7, 46], 3)),
    fill('#ffffff', plate([x - 2.6, 33, x + 2.6, 35])),
    fill('#ffffff', plate([x - 0.9, 31.4, x + 0.9, 36.6])),
    fill(light('#22282c', 0.35), plate([x - 5, 48, x - 3.4, 82], 0.6)),
  ])
}

/** Hexagon bolts of three sizes. */
export function bolts(colour: string): Mark[] {
  const bolt = (x: number, s: number): Mark[] => {
    const top = 84 - 56 * s
    return [
      fill(colour, plate([x - 5 * s, top + 12 * s, x + 5 * s, 86], 1)),
      ...[0, 1, 2, 3, 4, 5].map((n) =>
        pen(dark(colour, 0.35), 1.3 * s, `M${x - 5 * s} ${86 - (4 + n * 5) * s} L${x + 5 * s} ${84 - (4 + n * 5) * s}`),
      ),
      fill(
        light(colour, 0.15),
        `M${x - 11 * s} ${top + 3 * s} L${x + 11 * s} ${top + 3 * s} L${x + 11 * s} ${top + 13 * s} L${x - 11 * s} ${top + 13 * s} Z`,
      ),
      fill(
        dark(colour, 0.2),
        `M${x + 5 * s} ${top + 3 * s} L${x + 11 * s} ${top + 3 * s} L${x + 11 * s} ${top + 13 * s} L${x + 5 * s} ${top + 13 * s} Z`,
      ),
      fill(light(colour, 0.4), `M${x - 11 * s} ${top + 3 * s} L${x - 8 * s} ${top} L${x + 8 * s} ${top} L${x + 11 * s} ${top + 3 * s} Z`),
    ]
  }
  return [...bolt(20, 0.7), ...bolt(46, 0.95), ...bolt(77, 1.2)]
}

/** A snap hook. */
export function carabiner(colour: string, gate: string): Mark[] {
  return [
    pen(dark(colour, 0.25), 8, 'M40 20 C62 8 76 24 70 44 L62 76 C58 90 36 90 34 74 L32 34 C32 26 35 22 40 20'),
    pen(colour, 6, 'M40 20 C62 8 76 24 70 44 L62 76 C58 90 36 90 34 74'),
    pen(gate, 5, 'M34 72 L32.4 36'),
    pen(light(colour, 0.5), 1.2, 'M46 17 C62 12 71 26 66 44 L60 70'),
  ]
}

/** A bundle of cord. */
export function cord(colour: string, fleck: string): Mark[] {
  const loops = [0, 1, 2, 3, 4].map((n) => pen(n % 2 === 0 ? colour : dark(colour, 0.14), 4, oval([50, 52], 34 - n * 3.6, 22 - n * 3.2)))
  return [
    ...loops,
    ...[0, 1, 2, 3].map((n) => pen(colour, 4.4, `M${42 + n * 4.6} 22 L${42 + n * 4.6} 82`)),
    ...[28, 40, 52, 64, 76].map((y) => pen(fleck, 1.2, `M41 ${y} L57 ${y + 2}`)),
    pen(colour, 4, 'M56 80 C66 92 78 86 84 90'),
  ]
}

/** A pocket knife, open. */
export function knife(handle: string): Mark[] {
  return [
    fill('#c9d0d3', 'M46 54 L82 14 C92 12 92 20 86 26 L58 64 Z'),
    fill('#9aa3a8', 'M82 14 C92 12 92 20 86 26 L58 64 L54 60 L84 22 Z'),
    pen(handle, 15, 'M22 80 L48 56'),
    pen(light(handle, 0.3), 2, 'M18 78 L42 56'),
    fill('#d8b45a', oval([49, 57], 2.6)),
    fill('#d8b45a', oval([24, 79], 2.2)),
  ]
}

/** A camp axe. */
export function axe(wood: string, head: string): Mark[] {
  return [
    pen(wood, 7, 'M30 90 C36 70 46 50 56 26'),
    pen(dark(wood, 0.25), 1, 'M31 84 C38 64 46 48 52 34'),
    fill(head, 'M44 20 L66 16 C74 16 86 12 92 8 C94 22 92 38 84 50 C80 42 72 38 62 36 L46 36 Z'),
    fill(light(head, 0.5), 'M92 8 C94 22 92 38 84 50 C83 47 81.6 45 80 43.4 C86 34 88 22 87 11 Z'),
    pen('#d9541e', 5, 'M30.4 88 L31.6 84'),
  ]
}

/** A tin with a screw lid. */
export function tin(colour: string, lid: string): Mark[] {
  return [
    fill(colour, 'M16 50 L84 50 L84 78 C70 90 30 90 16 78 Z'),
    fill(lid, 'M12 40 L88 40 L88 52 C72 64 28 64 12 52 Z'),
    fill(light(lid, 0.25), oval([50, 40], 38, 12)),
    fill(light(lid, 0.6), oval([50, 40], 28, 8)),
    ...hills(dark(lid, 0.2), [50, 41], 6),
  ]
}

/** A pouch with patches, needle and thread. */
export function repairKit(colour: string): Mark[] {
  return [
    fill(colour, plate([12, 30, 60, 86], 6)),
    fill(dark(colour, 0.2), plate([12, 30, 60, 46], 6)),
    fill('#ffffff', plate([32, 54, 40, 76], 1)),
    fill('#ffffff', plate([25, 61, 47, 69], 1)),
    fill('#efb02e', plate([64, 44, 92, 60], 2)),
    fill('#3f7fd0', plate([66, 64, 90, 84], 2)),
    pen('#aab2b6', 1.6, 'M66 36 L94 16'),
    pen('#c33d2b', 1, 'M93 17 C80 10 74 28 64 20'),
  ]
}

/** A compass with its needle. */
export function compass(colour: string): Mark[] {
  return [
    fill(colour, oval([50, 54], 33)),
    fill('#f7f4ea', oval([50, 54], 27)),
    pen(colour, 3.4, oval([50, 15], 5)),
    ...[0, 45, 90, 135].map((angle) => {
      const [c, s] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)]
      return pen(
        '#b9b4a4',
        1,
        `M${50 + c * 25} ${54 + s * 25} L${50 + c * 22} ${54 + s * 22} M${50 - c * 25} ${54 - s * 25} L${50 - c * 22} ${54 - s * 22}`,
      )
    }),
    fill('#c33d2b', 'M60 36 L54 56 L46 52 Z'),
    fill('#3c454b', 'M40 72 L46 52 L54 56 Z'),
    fill('#d8b45a', oval([50, 54], 2.6)),
  ]
}
