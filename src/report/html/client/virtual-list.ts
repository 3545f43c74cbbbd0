import { make } from './dom.ts'

/** A list of any length of which only the rows in view are elements. */
export interface VirtualList {
  /** Shows so many rows, from the top. */
  setCount(count: number): void
  /** Marks a row as selected and scrolls it into view; -1: none. */
  select(row: number): void
  /** The number of rows that fit into view. */
  pageRows(): number
}

const spare = 6

/** Draws rows of a fixed height into a scrolling element; `drawRow` makes the content of one row. */
export function startVirtualList(
  scroller: HTMLElement,
  rowHeight: number,
  drawRow: (row: number) => readonly (Node | string)[],
): VirtualList {
  const space = make('div', { class: 'space', role: 'presentation' })
  scroller.replaceChildren(space)
  let count = 0
  let selected = -1
  const drawn = new Map<number, HTMLElement>()

  function draw(): void {
    const first = Math.max(0, Math.floor(scroller.scrollTop / rowHeight) - spare)
    const last = Math.min(count, Math.ceil((scroller.scrollTop + scroller.clientHeight) / rowHeight) + spare)
    for (const [row, element] of drawn) {
      if (row >= first && row < last) continue
      element.remove()
      drawn.delete(row)
    }
    for (let row = first; row < last; row += 1) if (!drawn.has(row)) drawn.set(row, add(row))
  }

  function add(row: number): HTMLElement {
    const element = make(
      'div',
      { class: 'row', role: 'option', id: `row-${row}`, 'aria-posinset': row + 1, 'aria-setsize': count, 'data-row': row },
      ...drawRow(row),
    )
    element.style.transform = `translateY(${row * rowHeight}px)`
    element.setAttribute('aria-selected', String(row === selected))
    space.append(element)
    return element
  }

  scroller.addEventListener('scroll', draw, { passive: true })
  new ResizeObserver(draw).observe(scroller)
  return {
    setCount: (next) => {
      count = next
      selected = -1
      for (const element of drawn.values()) element.remove()
      drawn.clear()
      space.style.height = `${count * rowHeight}px`
      scroller.scrollTop = 0
      draw()
    },
    select: (row) => {
      drawn.get(selected)?.setAttribute('aria-selected', 'false')
      selected = row
      if (row === -1) scroller.removeAttribute('aria-activedescendant')
      else {
        scrollIntoView(scroller, row * rowHeight, rowHeight)
        draw()
        scroller.setAttribute('aria-activedescendant', `row-${row}`)
      }
      drawn.get(row)?.setAttribute('aria-selected', 'true')
    },
    pageRows: () => Math.max(1, Math.floor(scroller.clientHeight / rowHeight) - 1),
  }
}

function scrollIntoView(scroller: HTMLElement, top: number, height: number): void {
  if (top < scroller.scrollTop) scroller.scrollTop = top
  else if (top + height > scroller.scrollTop + scroller.clientHeight) scroller.scrollTop = top + height - scroller.clientHeight
}
