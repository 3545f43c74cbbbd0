import { make } from './dom.ts'

/** What is kept of HTML text: everything else is replaced by its content, so that the frame neither loads, runs nor sends anything. */
const kept: ReadonlySet<string> = new Set(
  'a abbr b blockquote br caption center cite code dd del div dl dt em font h1 h2 h3 h4 h5 h6 hr i ins kbd li mark ol p pre q s samp section small span strike strong sub sup table tbody td tfoot th thead tr u ul var'.split(
    ' ',
  ),
)
/** What is left out with its content. */
const dropped: ReadonlySet<string> = new Set(
  'script style template iframe frame frameset object embed applet noscript noembed noframes head title textarea select option link meta base svg math audio video canvas'.split(
    ' ',
  ),
)
const keptAttributes: ReadonlySet<string> = new Set(['align', 'colspan', 'rowspan', 'start', 'title'])

/** True for a text with HTML tags. */
export function isHtml(text: string | null): boolean {
  return text !== null && /<[a-z][a-z0-9]*(?:\s[^<>]*)?\/?>/i.test(text)
}

/** HTML text as the shop would show it, in a frame without scripts, forms, links and addresses. */
export function htmlFrame(text: string, style: string, title: string): HTMLIFrameElement {
  const body = new DOMParser().parseFromString(text, 'text/html').body
  const page = document.implementation.createHTMLDocument('')
  page.head.append(Object.assign(page.createElement('style'), { textContent: style }))
  page.body.append(...cleanNodes(body, page, 0))
  const frame = make('iframe', { class: 'page-view', sandbox: '', title, referrerpolicy: 'no-referrer', loading: 'lazy' })
  // The frame cannot be measured from outside.
  frame.style.height = `${Math.min(420, Math.max(90, 60 + Math.round(text.length / 4)))}px`
  frame.srcdoc = `<!doctype html>${page.documentElement.outerHTML}`
  return frame
}

/** Elements nested deeper than any text needs are flattened. */
const deepest = 100

function cleanNodes(parent: Node, page: Document, depth: number): readonly Node[] {
  if (depth > deepest) return [page.createTextNode(parent.textContent ?? '')]
  return [...parent.childNodes].flatMap((node) => cleanNode(node, page, depth))
}

function cleanNode(node: ChildNode, page: Document, depth: number): readonly Node[] {
  if (node instanceof Text) return [page.createTextNode(node.data)]
  if (!(node instanceof Element)) return []
  const name = node.localName
  if (dropped.has(name)) return []
  if (name === 'img') return [pictureNote(node, page)]
  if (!kept.has(name)) return cleanNodes(node, page, depth + 1)
  const copy = page.createElement(name)
  for (const { name: attribute, value } of node.attributes) if (keptAttributes.has(attribute)) copy.setAttribute(attribute, value)
  copy.append(...cleanNodes(node, page, depth + 1))
  return [copy]
}

function pictureNote(image: Element, page: Document): Node {
  const note = page.createElement('span')
  note.className = 'picture'
  note.textContent = `picture: ${image.getAttribute('alt') || image.getAttribute('src') || ''}`
  return note
}
