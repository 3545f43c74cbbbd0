import { dark, fill, hills, light, oval, pen, plate } from './marks.ts'
import type { Mark } from './raster.ts'

/** What is on the front of a shirt. */
export type Print = 'none' | 'hills' | 'stripes' | 'pocket' | 'sun' | 'staff'

function printMarks(print: Print, colour: string): Mark[] {
  switch (print) {
    case 'none':
      return []
    case 'hills':
      return hills(colour, [50, 46], 13)
    case 'stripes':
      return [46, 53, 60].map((y) => fill(colour, `M31 ${y} L69 ${y} L69 ${y + 3.4} L31 ${y + 3.4} Z`))
    case 'pocket':
      return [fill(colour, 'M54 38 L65 38 L65 49 L59.5 52 L54 49 Z')]
    case 'sun':
      return [fill(colour, oval([50, 46], 9)), ...[0, 1, 2].map((row) => pen(colour, 1.4, `M38 ${59 + row * 4} L62 ${59 + row * 4}`))]
    case 'staff':
      return [
        fill(colour, plate([36, 40, 64, 50], 1)),
        ...[0, 1, 2, 3, 4].map((n) => pen(dark(colour, 0.7), 1.6, `M${40 + n * 5} 43 L${40 + n * 5} 47`)),
      ]
    default:
      return print satisfies never
  }
}

/** A T-shirt from the front. */
export function tee(colour: string, print: Print = 'none', ink = '#ffffff'): Mark[] {
  return [
    fill(dark(colour, 0.4), oval([50, 21.5], 14, 5)),
    fill(colour, 'M35 20 C40 28 60 28 65 20 L86 30 L79 48 L69 43 L69 84 C60 86 40 86 31 84 L31 43 L21 48 L14 30 Z'),
    fill(dark(colour, 0.12), 'M69 43 L69 84 C66 85 62 85.4 59 85.5 C65 70 66 55 64 33 Z'),
    pen(dark(colour), 1.6, 'M35 20 C40 28 60 28 65 20'),
    pen(dark(colour, 0.18), 0.8, 'M31 43 C30 36 31 32 34 27'),
    pen(dark(colour, 0.18), 0.8, 'M69 43 C70 36 69 32 66 27'),
    ...printMarks(print, ink),
  ]
}

/** A shirt with long sleeves. */
export function longSleeve(colour: string, print: Print = 'none', ink = '#ffffff'): Mark[] {
  return [
    fill(dark(colour, 0.12), 'M17 31 L35 20 L36 44 L24 84 L12 81 Z M83 31 L65 20 L64 44 L76 84 L88 81 Z'),
    pen(dark(colour, 0.3), 2, 'M12.6 79 L24.2 82'),
    pen(dark(colour, 0.3), 2, 'M87.4 79 L75.8 82'),
    fill(dark(colour, 0.4), oval([50, 21.5], 14, 5)),
    fill(colour, 'M35 20 C40 28 60 28 65 20 L70 24 L69 86 C60 88 40 88 31 86 L30 24 Z'),
    pen(dark(colour), 1.6, 'M35 20 C40 28 60 28 65 20'),
    ...printMarks(print, ink),
  ]
}

/** A sweater with a hood; `zip` opens it in front. */
export function hoodie(colour: string, zip: boolean, ink: string): Mark[] {
  return [
    fill(dark(colour, 0.15), 'M19 36 L34 26 L37 48 L27 84 L13 81 Z M81 36 L66 26 L63 48 L73 84 L87 81 Z'),
    pen(dark(colour, 0.35), 4, 'M14.5 80 L26 82.6'),
    pen(dark(colour, 0.35), 4, 'M85.5 80 L74 82.6'),
    fill(colour, 'M34 26 C42 32 58 32 66 26 L72 32 L70 86 C60 88 40 88 30 86 L28 32 Z'),
    fill(dark(colour, 0.35), 'M30 82 C40 84 60 84 70 82 L70 87 C60 89 40 89 30 87 Z'),
    fill(dark(colour, 0.12), 'M32 30 C28 10 72 10 68 30 C62 40 56 42 50 42 C44 42 38 40 32 30 Z'),
    fill(dark(colour, 0.5), 'M38 29 C36 18 64 18 62 29 C58 36 54 37 50 37 C46 37 42 36 38 29 Z'),
    fill(dark(colour, 0.14), 'M36 74 L40 60 L60 60 L64 74 Z'),
    ...(zip
      ? [pen(ink, 1.2, 'M50 42 L50 87'), fill(ink, plate([49, 45, 51, 50], 0.5))]
      : [...hills(ink, [50, 52], 7), pen(ink, 1, 'M45 40 L44 52'), pen(ink, 1, 'M55 40 L56 50')]),
  ]
}

/** A jacket with a high collar and two chest pockets; `quilt` sews it across. */
export function jacket(colour: string, trim: string, quilt: boolean): Mark[] {
  const seams = quilt ? [40, 48, 56, 64, 72].map((y) => pen(dark(colour, 0.22), 0.9, `M30 ${y} C40 ${y + 2} 60 ${y + 2} 70 ${y}`)) : []
  return [
    fill(dark(colour, 0.15), 'M19 34 L35 22 L36 48 L26 86 L12 82 Z M81 34 L65 22 L64 48 L74 86 L88 82 Z'),
    fill(colour, 'M35 22 L65 22 L71 30 L71 86 L29 86 L29 30 Z'),
    ...seams,
    fill(trim, 'M36 22 L36 14 C42 11 58 11 64 14 L64 22 C60 26 40 26 36 22 Z'),
    fill(dark(trim, 0.4), oval([50, 15], 11, 3)),
    pen(trim, 1.6, 'M50 22 L50 86'),
    pen(trim, 1.4, 'M35 46 L44 43'),
    pen(trim, 1.4, 'M65 46 L56 43'),
    fill(dark(colour, 0.3), 'M29 82 L71 82 L71 87 L29 87 Z'),
  ]
}

/** A rain cape. */
export function poncho(colour: string): Mark[] {
  return [
    fill(colour, 'M40 22 C44 18 56 18 60 22 C74 40 84 60 88 82 C70 90 30 90 12 82 C16 60 26 40 40 22 Z'),
    fill(dark(colour, 0.12), 'M58 24 C72 42 82 62 88 82 C80 86 72 88 64 88 C68 66 66 44 58 24 Z'),
    fill(dark(colour, 0.2), 'M38 26 C36 8 64 8 62 26 C58 34 42 34 38 26 Z'),
    fill(dark(colour, 0.55), 'M42 25 C41 14 59 14 58 25 C56 30 44 30 42 25 Z'),
    pen(light(colour, 0.5), 1.6, 'M14 76 C32 84 68 84 86 76'),
    ...[38, 44, 50].map((y) => fill(light(colour, 0.5), oval([50, y], 1.2))),
  ]
}

/** A cap with a visor; `mesh` makes its back a net. */
export function cap(colour: string, visor: string, mesh: boolean): Mark[] {
  const net = [46, 51, 56, 61].flatMap((y) => [pen(dark(visor, 0.1), 0.7, `M${76 - (y - 40) * 0.1} ${y} L58 ${y}`)])
  return [
    fill(colour, 'M22 64 C22 34 40 26 52 26 C68 26 80 38 80 64 Z'),
    ...(mesh ? [fill('#eef0ee', 'M54 26 C69 27 80 39 80 64 L58 64 C60 48 58 36 54 26 Z'), ...net] : []),
    fill(dark(colour, 0.12), 'M48 26 C40 36 38 50 40 64 L52 64 C52 50 52 36 52 26 Z'),
    fill(visor, 'M23 62 C10 62 4 70 6 75 C20 70 40 70 54 72 C54 66 50 64 46 63 Z'),
    fill(dark(visor, 0.25), 'M6 75 C20 70 40 70 54 72 C40 72.6 20 73 6 75 Z'),
    fill(dark(colour), oval([52, 26], 2.6, 1.6)),
    ...hills('#ffffff', [32, 51], 6),
  ]
}

/** A knitted hat; `bobble` puts one on top. */
export function beanie(colour: string, cuff: string, bobble: boolean): Mark[] {
  const ribs = [32, 40, 48, 56, 64].map((x) =>
    pen(dark(colour, 0.16), 1, `M${x} 60 C${x - 1} 46 ${(x + 52) / 2} 36 50 ${bobble ? 30 : 26}`),
  )
  return [
    ...(bobble ? [fill(cuff, oval([50, 24], 10)), ...[44, 50, 56].map((x) => pen(dark(cuff, 0.15), 1, `M${x} 20 L${x + 1} 28`))] : []),
    fill(colour, 'M22 66 C20 36 38 26 50 26 C62 26 80 36 78 66 Z'),
    ...ribs,
    fill(cuff, plate([19, 60, 81, 78], 5)),
    ...[26, 34, 42, 50, 58, 66, 74].map((x) => pen(dark(cuff, 0.18), 1, `M${x} 62.5 L${x} 75.5`)),
  ]
}

/** A pair of socks. */
export function socks(colour: string, band: string): Mark[] {
  const sock = (x: number, shade: number): Mark[] => [
    fill(
      dark(colour, shade),
      `M${x} 20 L${x + 18} 20 L${x + 18} 56 C${x + 20} 64 ${x + 34} 68 ${x + 34} 77 C${x + 33} 84 ${x + 24} 84 ${x + 16} 83 C${x + 4} 81 ${x - 1} 74 ${x} 64 Z`,
    ),
    fill(band, `M${x} 20 L${x + 18} 20 L${x + 18} 28 L${x} 28 Z`),
    fill(band, `M${x} 34 L${x + 18} 34 L${x + 18} 37 L${x} 37 Z`),
    fill(band, `M${x + 26} 69 C${x + 36} 74 ${x + 35} 84 ${x + 24} 83.6 C${x + 22} 78 ${x + 23} 73 ${x + 26} 69 Z`),
    fill(band, `M${x} 62 C${x + 8} 64 ${x + 10} 76 ${x + 6} 80 C${x} 76 ${x - 0.5} 70 ${x} 62 Z`),
  ]
  return [...sock(40, 0.14), ...sock(22, 0)]
}

/** A pair of gloves. */
export function gloves(colour: string, cuff: string): Mark[] {
  const glove = (x: number): Mark[] => [
    pen(colour, 6, `M${x + 4} 34 L${x + 6} 54`),
    pen(colour, 6, `M${x + 11} 27 L${x + 12} 52`),
    pen(colour, 6, `M${x + 18.5} 28 L${x + 18} 52`),
    pen(colour, 6, `M${x + 26} 35 L${x + 24} 54`),
    pen(colour, 6.5, `M${x - 4} 52 L${x + 6} 64`),
    fill(colour, plate([x + 3, 48, x + 27, 72], 6)),
    fill(cuff, plate([x + 4, 70, x + 26, 84], 2)),
    pen(dark(cuff, 0.2), 0.9, `M${x + 5} 77 L${x + 25} 77`),
  ]
  return [...glove(18), ...glove(56)]
}

/** A tube of cloth for the neck. */
export function neckTube(colour: string, ink: string): Mark[] {
  const waves = [40, 50, 60, 70].map((y) => pen(ink, 1.8, `M27 ${y} C36 ${y - 6} 42 ${y + 6} 50 ${y} C58 ${y - 6} 64 ${y + 6} 73 ${y}`))
  return [
    fill(colour, 'M26 26 L74 26 C71 44 72 66 76 84 C60 89 40 89 24 84 C28 66 29 44 26 26 Z'),
    ...waves,
    fill(dark(colour, 0.45), oval([50, 26], 24, 6)),
    fill(dark(colour, 0.2), 'M26 26 C28 34 72 34 74 26 C72 31 28 31 26 26 Z'),
  ]
}
