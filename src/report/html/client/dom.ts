import { countOf } from '../../../source/counts.ts'

/** What an element can contain; `null` and `false` are left out. */
export type Child = Node | string | null | false

/** Makes an HTML element. Attributes are texts; `false` leaves one out. Texts become text nodes, never markup. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string | number | boolean>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes))
    if (value !== false) element.setAttribute(name, value === true ? '' : String(value))
  element.append(...children.filter((child): child is Node | string => child !== null && child !== false))
  return element
}

/** The element with an id of the page. */
export function byId(id: string): HTMLElement {
  const found = document.getElementById(id)
  if (found === null) throw new Error(`The page has no element #${id}.`)
  return found
}

/** The field of the page with this id and type. */
export function fieldById<Type extends HTMLElement>(id: string, type: new () => Type): Type {
  const found = byId(id)
  if (!(found instanceof type)) throw new Error(`#${id} is another kind of element.`)
  return found
}

/** A chart, parsed as XML: a text in it can be no markup of the page. */
export function chartNode(markup: string): Node {
  return document.importNode(new DOMParser().parseFromString(markup, 'image/svg+xml').documentElement, true)
}

/** A button that calls a function. */
export function button(
  label: string,
  onPress: () => void,
  attributes: Readonly<Record<string, string | number | boolean>> = {},
): HTMLButtonElement {
  const made = make('button', { type: 'button', ...attributes }, label)
  made.addEventListener('click', onPress)
  return made
}

/** What is shown a page at a time. */
interface Paged<T> {
  readonly items: readonly T[]
  readonly pageSize: number
  /** What an item is called in the button for more. */
  readonly noun: string
  readonly draw: (item: T) => Node
}

/** Appends the first page of items to an element; returns a button that appends the next one, hidden where there is none. */
export function appendPaged<T>(parent: HTMLElement, { items, pageSize, noun, draw }: Paged<T>): HTMLButtonElement {
  const more = button('', addPage)
  let shown = 0
  function addPage(): void {
    parent.append(...items.slice(shown, shown + pageSize).map(draw))
    shown = Math.min(items.length, shown + pageSize)
    more.hidden = shown >= items.length
    more.textContent = `Show more (${countOf(items.length - shown, noun)} left)`
  }
  addPage()
  return more
}

/** The choices of a group of buttons; the one with index `first`, by default 0, is pressed at first. */
interface Choices {
  readonly label: string
  readonly names: readonly (string | readonly Node[])[]
  readonly first?: number
}

/** Buttons of which one is pressed; `onChoose` is called with its index, also at once for the first. */
export function choiceButtons({ label, names, first = 0 }: Choices, onChoose: (index: number) => void): HTMLElement {
  const buttons = names.map((name, index) => {
    const made = button('', () => choose(index))
    made.append(...(typeof name === 'string' ? [name] : name))
    return made
  })
  function choose(chosen: number): void {
    for (const [index, each] of buttons.entries()) each.setAttribute('aria-pressed', String(index === chosen))
    onChoose(chosen)
  }
  choose(first)
  return make('div', { class: 'choice', role: 'group', 'aria-label': label }, ...buttons)
}
