/**
 * The script of the pages: sends a marked form when something in it changes, and puts the answer in place of what is shown,
 * so that focus and place stay. Everything works without it.
 */
export const pageScript = `'use strict'
document.documentElement.classList.add('js')
let latest = 0

const addressNow = () => location.pathname + location.search
let shown = addressNow()

const place = () => document.getElementById('swapped')

const say = (root) => {
  const said = root.querySelector('[data-say]')
  const status = document.getElementById('status')
  if (said && status) status.textContent = said.textContent.replace(/\\s+/g, ' ').trim()
}

const swap = async (address, remember) => {
  const number = (latest += 1)
  const answer = await fetch(address, { headers: { accept: 'text/html' } }).catch(() => null)
  if (number !== latest) return
  const page = answer && new DOMParser().parseFromString(await answer.text(), 'text/html')
  if (number !== latest) return
  const next = page && page.getElementById('swapped')
  if (!next) return void location.assign(address)
  const focused = document.activeElement && document.activeElement.id
  const open = [...document.querySelectorAll('details[open][id]')].map(({ id }) => id)
  place().replaceWith(next)
  document.title = page.title
  if (remember) history.pushState(null, '', address)
  shown = addressNow()
  for (const id of open) document.getElementById(id)?.setAttribute('open', '')
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true })
  say(next)
}

const addressOf = (form) => {
  const given = [...new FormData(form)].filter(([name, value]) => value !== '' && !(name === 'quantity' && value === '1'))
  const query = new URLSearchParams(given).toString()
  return (form.getAttribute('action') || location.pathname) + (query === '' ? '' : '?' + query)
}

document.addEventListener('change', ({ target }) => {
  const form = target.closest('form[data-swap]')
  if (form && form.reportValidity()) void swap(addressOf(form), true)
})

document.addEventListener('submit', (event) => {
  if (!event.target.matches('form[data-swap]')) return
  event.preventDefault()
  void swap(addressOf(event.target), true)
})

document.addEventListener('click', (event) => {
  const link = event.target.closest('a[data-swap]')
  if (!link || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  void swap(link.getAttribute('href'), true)
})

// A jump within the page is a popstate too: nothing to fetch, and the focus has to stay.
addEventListener('popstate', () => {
  if (addressNow() !== shown) void swap(location.href, false)
})
`
