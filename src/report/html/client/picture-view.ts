import type { PageData, PageFile, PagePicture } from '../data/page-data.ts'
import { choiceButtons, make } from './dom.ts'

/** A picture before and after: side by side, one over the other with a slider, and their difference; without thumbnails, size and hash. */
export function pictureView({ path, from, before, after }: PageFile, data: PageData): HTMLElement {
  const facts = make(
    'dl',
    { class: 'fields' },
    make('dt', {}, 'path'),
    make('dd', {}, path),
    ...(after === null ? [] : [make('dt', {}, 'source'), make('dd', {}, from)]),
  )
  const [old, now] = [urlOf(before, data), urlOf(after, data)]
  const sides = (): Node =>
    make('div', { class: 'two-sides' }, pictureSide('In the store', before, data), pictureSide('After apply', after, data))
  if (old === null || now === null) return make('div', {}, facts, sides())
  const view = make('div', {})
  const ways: readonly (() => Node)[] = [sides, () => swipe(old, now), () => difference(old, now)]
  const choice = choiceButtons({ label: 'Compare', names: ['Side by side', 'Swipe', 'Difference'] }, (index) => {
    const content = ways[index]?.()
    if (content) view.replaceChildren(content)
  })
  return make('div', {}, facts, choice, view)
}

/** The address of the thumbnail of a picture, or `null`. */
export function urlOf(picture: PagePicture | null, { thumbnails }: Pick<PageData, 'thumbnails'>): string | null {
  return picture?.thumbnail === undefined ? null : (thumbnails[picture.thumbnail] ?? null)
}

function pictureSide(title: string, picture: PagePicture | null, data: PageData): HTMLElement {
  const caption = make('figcaption', {}, title)
  if (picture === null) return make('figure', {}, caption, make('p', { class: 'faint' }, 'no picture'))
  const url = urlOf(picture, data)
  const image =
    url === null ? make('div', { class: 'no-thumbnail' }, picture.note ?? 'no thumbnail') : make('img', { src: url, alt: title })
  const hash = picture.sha256 === '' ? '' : ` \u00B7 ${picture.sha256.slice(0, 12)}`
  return make('figure', {}, caption, image, make('p', { class: 'faint' }, `${picture.size}${hash}`))
}

function swipe(old: string, now: string): HTMLElement {
  const above = make('img', { src: now, alt: 'after apply', class: 'above' })
  const slider = make('input', { type: 'range', min: 0, max: 100, value: 50, 'aria-label': 'Share of the new picture, in per cent' })
  const place = (): void => {
    above.style.clipPath = `inset(0 0 0 ${100 - Number(slider.value)}%)`
  }
  slider.addEventListener('input', place)
  place()
  return make('div', { class: 'compare' }, make('div', { class: 'stack' }, make('img', { src: old, alt: 'in the store' }), above), slider)
}

/** Black where the two are the same. */
function difference(old: string, now: string): HTMLElement {
  const above = make('img', { src: now, alt: 'difference of the two pictures', class: 'above difference' })
  const note = make('p', { class: 'faint' }, 'Black where the thumbnails are the same.')
  return make('div', { class: 'compare' }, make('div', { class: 'stack on-black' }, make('img', { src: old, alt: '' }), above), note)
}
