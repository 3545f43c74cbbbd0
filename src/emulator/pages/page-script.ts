/**
 * The script of the pages: submits a form with `data-swap` when one of its fields changes, and replaces the shown content by the answer,
 * so that focus and scroll position are kept. The pages work without it.
 */
export const pageScript = `'use strict'
document.documentElement.classList.add('js')
let latest = 0

const addressNow = () => location.pathname + location.search
let shown = addressNow()

const announce = (root) => {
  const source = root.querySelector('[data-announce]')
  const status = document.getElementById('status')
  if (source && status) status.textContent = source.textContent.replace(/\\s+/g, ' ').trim()
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
  document.getElementById('swapped').replaceWith(next)
  document.title = page.title
  if (remember) history.pushState(null, '', address)
  shown = addressNow()
  for (const id of open) document.getElementById(id)?.setAttribute('open', '')
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true })
  announce(next)
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

// A jump within the page is a popstate, too: nothing to fetch, and the focus must be kept.
addEventListener('popstate', () => {
  if (addressNow() !== shown) void swap(location.href, false)
})
`
