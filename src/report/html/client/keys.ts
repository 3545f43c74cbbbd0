import type { ChangesTab } from './changes-tab.ts'
import { byId, fieldById, make } from './dom.ts'
import { type Tab, tabLink, tabs } from './route.ts'

/** A key: what it does, in words and as a function. */
interface Key {
  readonly keys: readonly string[]
  readonly words: string
  press(): void
}

/** Starts the keys of the page, and the help that is made of the same table. Keys have no effect while a field is edited, but Escape leaves it. */
export function startKeys(changes: ChangesTab): void {
  const search = fieldById('search', HTMLInputElement)
  const help = fieldById('help', HTMLDialogElement)
  const table: readonly Key[] = [
    { keys: ['j', 'ArrowDown'], words: 'next record', press: () => changes.move(1, 'any') },
    { keys: ['k', 'ArrowUp'], words: 'record before', press: () => changes.move(-1, 'any') },
    { keys: ['PageDown'], words: 'a page of records down', press: () => changes.movePage(1) },
    { keys: ['PageUp'], words: 'a page of records up', press: () => changes.movePage(-1) },
    { keys: ['n'], words: 'next record with a finding', press: () => changes.move(1, 'finding') },
    { keys: ['p'], words: 'record with a finding before', press: () => changes.move(-1, 'finding') },
    { keys: ['Enter'], words: 'read the record', press: () => byId('detail').querySelector<HTMLElement>('h2')?.focus() },
    { keys: ['Escape'], words: 'back to the list', press: () => changes.closeRecord() },
    {
      keys: ['/'],
      words: 'search',
      press: () => {
        toChanges()
        search.focus()
        search.select()
      },
    },
    ...tabs.map((tab: Tab, index) => ({
      keys: [String(index + 1)],
      words: `tab ${tab}`,
      press: () => void (location.hash = tabLink(tab).hash),
    })),
    { keys: ['?'], words: 'this help', press: () => help.showModal() },
  ]
  const rows = table.flatMap(({ keys, words }) => [make('dt', {}, ...keys.map((key) => make('kbd', {}, key))), make('dd', {}, words)])
  byId('help-keys').replaceChildren(...rows)
  byId('help-open').addEventListener('click', () => help.showModal())

  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || help.open) return
    if (isField(event.target)) {
      if (event.key === 'Escape' && event.target === search) byId('list').focus()
      return
    }
    const found = table.find(({ keys }) => keys.includes(event.key))
    const isForList = ['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Enter'].includes(event.key)
    if (found === undefined || (isForList && event.target !== byId('list'))) return
    if (['j', 'k', 'n', 'p'].includes(event.key)) toChanges()
    event.preventDefault()
    found.press()
  })
}

function toChanges(): void {
  if (byId('changes-tab').hidden) location.hash = tabLink('changes').hash
}

function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLSelectElement
}
