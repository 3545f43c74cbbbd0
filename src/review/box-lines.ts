import { cutLine, fitLine, line, type Line, lineWidth, span } from '../report/line.ts'

/** A box around lines: its outer size, a title in the upper edge, and a remark in the lower one. */
export interface Box {
  readonly width: number
  readonly height: number
  readonly title: Line
  readonly remark?: string
}

/** Lines inside a box: exactly `height` lines of exactly `width` columns. Lines that do not fit are cut off, missing ones are blank. */
export function boxLines(content: readonly Line[], { width, height, title, remark = '' }: Box): readonly Line[] {
  const inner = width - 4
  const rows = Array.from({ length: Math.max(0, height - 2) }, (_, index): Line => [
    span('\u2502 ', 'faint'),
    ...fitLine(content[index] ?? line(''), inner),
    span(' \u2502', 'faint'),
  ])
  const head = lineWidth(title) === 0 ? [] : [span(' '), ...cutLine(title, inner - 2), span(' ')]
  return [edge('\u250C\u2510', head, width), ...rows, lowerEdge(remark, width)]
}

function edge(corners: string, title: Line, width: number): Line {
  const rule = '\u2500'.repeat(Math.max(0, width - 2 - lineWidth(title)))
  return [span(corners.slice(0, 1), 'faint'), ...title, span(`${rule}${corners.slice(1)}`, 'faint')]
}

function lowerEdge(remark: string, width: number): Line {
  const end = remark === '' ? '' : ` ${remark} \u2500`
  const rule = '\u2500'.repeat(Math.max(0, width - 2 - end.length))
  return [span(`\u2514${rule}${end}\u2518`, 'faint')]
}
