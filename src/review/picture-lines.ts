import type { PictureSample } from '../records/picture-sample.ts'
import { fitLine, line, type Line, span, wrapLine } from '../report/line.ts'

/** A picture of one side, or why there is none, in a few words. */
export type PictureSide = PictureSample | { readonly missing: string }

/** What a file change does to a picture; `before` is `null` where the store has no such file. */
export interface PicturePair {
  readonly before: PictureSide | null
  readonly after: PictureSide
}

const upperHalf = '\u2580'
const mostColumns = 48
const gap = 2
/** Differences below are those of another compression, in per cent. */
const sameBelow = 0.4

/** The pictures side by side in half blocks of a terminal with all colours, with their sizes, and how different they look. */
export function pictureLines({ before, after }: PicturePair, width: number): readonly Line[] {
  const old = before === null ? [] : [{ name: 'before', side: before }]
  const sides = [...old, { name: before === null ? 'new' : 'after', side: after }]
  const room = Math.min(mostColumns, Math.floor((width - gap * (sides.length - 1)) / sides.length))
  if (room < 4) return []
  const blocks = sides.map(({ name, side }) => [
    ...wrapLine(captionOf(name, side), room),
    ...('missing' in side ? [] : blockLines(side, room)),
  ])
  const height = Math.max(...blocks.map(({ length }) => length))
  const rows = Array.from({ length: height }, (_, row) =>
    blocks.flatMap((block, index) => [...(index === 0 ? [] : [span(' '.repeat(gap))]), ...fitLine(block[row] ?? [], room)]),
  )
  const difference = differenceText(before, after)
  return [...(difference === '' ? [] : wrapLine(line(difference), width)), ...rows]
}

function captionOf(name: string, side: PictureSide): Line {
  return [span(`${name}: `, 'faint'), span('missing' in side ? side.missing : `${side.width} \u00D7 ${side.height}`)]
}

function differenceText(before: PictureSide | null, after: PictureSide): string {
  if (before === null || 'missing' in before || 'missing' in after) return ''
  const percent = differenceOf(before, after)
  return percent < sameBelow ? 'They look the same.' : `They differ by ${percent.toFixed(1)} %.`
}

/** The mean difference of the points of two pictures, in per cent of the largest possible one. */
export function differenceOf(before: Pick<PictureSample, 'likeness'>, after: Pick<PictureSample, 'likeness'>): number {
  const sum = before.likeness.reduce((total, value, at) => total + Math.abs(value - (after.likeness[at] ?? 0)), 0)
  return before.likeness.length === 0 ? 0 : (sum / before.likeness.length / 255) * 100
}

/** Two points above each other are one character: its colour and that of its background. */
function blockLines(sample: PictureSample, room: number): readonly Line[] {
  const scale = Math.min(1, room / sample.columns)
  const columns = Math.max(1, Math.floor(sample.columns * scale))
  const rows = Math.max(2, Math.round(sample.rows * scale))
  const colourAt = (x: number, y: number): number => {
    const column = Math.min(sample.columns - 1, Math.floor(x / scale))
    const at = (Math.min(sample.rows - 1, Math.floor(y / scale)) * sample.columns + column) * 3
    return fewer(sample.rgb[at]) * 65_536 + fewer(sample.rgb[at + 1]) * 256 + fewer(sample.rgb[at + 2])
  }
  return Array.from({ length: Math.ceil(rows / 2) }, (_, row) => {
    const cells = Array.from({ length: columns }, (__, x) => [colourAt(x, row * 2), colourAt(x, row * 2 + 1)] as const)
    return joined(cells)
  })
}

/** 32 steps of a colour are enough, and neighbours are more often equal. */
function fewer(value = 255): number {
  return Math.min(255, Math.round(value / 8) * 8)
}

function joined(cells: readonly (readonly [number, number])[]): Line {
  const runs: { length: number; readonly colours: readonly [number, number] }[] = []
  for (const colours of cells) {
    const last = runs.at(-1)
    if (last?.colours[0] === colours[0] && last.colours[1] === colours[1]) last.length += 1
    else runs.push({ length: 1, colours })
  }
  return runs.map(({ length, colours }) => ({ text: upperHalf.repeat(length), tone: 'plain', colours }))
}
