import { escapeXml, unescapeXml } from '../../markup/escape.ts'
import { html, type Html } from '../../markup/html.ts'
import { resources } from '../../../resources/registry.ts'
import type { Resource } from '../../../resources/resource.ts'
import { shownValue } from '../../rows/read/shown-fields.ts'
import { addressOf } from '../addresses.ts'
import { type Inspector, type InspectorPage } from './inspector.ts'

const timeoutMs = 10_000
const mostShown = 200_000
const examples = [
  'Product',
  'Product+Inventory+ProdCat',
  'Product+AdvancedPricing+(Variant+AdvancedPricing)',
  'Cat+CatParent',
  'Order+Orderline',
] as const

interface Asked {
  readonly spec: string
  readonly key: string
  readonly schema: boolean
  readonly filters: string
  readonly search: string
  readonly fields: string
  readonly results: string
  readonly start: string
}

function askedOf(query: URLSearchParams): Asked {
  const text = (name: string): string => (query.get(name) ?? '').slice(0, 8_000)
  return {
    spec: text('spec').trim(),
    key: text('key'),
    schema: query.has('schema'),
    filters: text('filters').trim(),
    search: text('search'),
    fields: text('fields').trim(),
    results: text('results').trim(),
    start: text('start').trim(),
  }
}

const secretFields: ReadonlyMap<string, Resource> = new Map(
  resources.flatMap((resource) =>
    Object.entries(resource.fields).flatMap(([name, { secret }]) => (secret ? [[name, resource] as const] : [])),
  ),
)
const elements = new RegExp(`<(${[...secretFields.keys()].join('|')})>([^<]*)<`, 'g')

/** An answer without the secrets in it: the page needs no key. */
function withoutSecrets(body: string): string {
  return body.replace(elements, (element, name: string, text: string) => {
    const resource = secretFields.get(name)
    return resource ? `<${name}>${escapeXml(shownValue(resource, name, unescapeXml(text)))}<` : element
  })
}

const literal = /'(?:[^'\\]|\\[^]|'')*'|"(?:[^"\\]|\\[^]|"")*"/g

/** The first secret field that the request compares with something, which would find its value out by trying. */
function comparedSecret({ filters, search }: Asked): string | undefined {
  const pairs = [...new URLSearchParams(filters)]
  const searches = [search, ...pairs.filter(([name]) => name.trim() === '_search').map(([, text]) => text)]
  const words = searches.flatMap((text) => text.replace(literal, ' ').match(/\w+/g) ?? [])
  return [...pairs.map(([name]) => name.trim()), ...words].find((name) => secretFields.has(name))
}

/** A specification as a path segment, with readable brackets and plus signs. */
function specPath(spec: string): string {
  return encodeURIComponent(spec).replace(/%2B/g, '+').replace(/%28/g, '(').replace(/%29/g, ')')
}

/** The path and query that the form describes. */
function pathOfAsked({ spec, key, schema, filters, search, fields, results, start }: Asked): string {
  const path = `/API/V3/${specPath(spec)}${schema ? '.xsd' : `/${encodeURIComponent(key)}`}`
  const rest = addressOf('', { _search: search, _fields: fields, _results: results, _start: start }).slice(1)
  const query = [...new URLSearchParams(filters)].map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
  const all = [...query, ...(rest === '' ? [] : [rest])].join('&')
  return all === '' ? path : `${path}?${all}`
}

interface Seen {
  readonly status: string
  readonly type: string
  readonly body: string
  readonly tookMs: number
}

async function send({ context, key }: Inspector['sources'], path: string): Promise<Seen> {
  const began = performance.now()
  const took = (): number => Math.round(performance.now() - began)
  try {
    const authorization = `Basic ${Buffer.from(`${key}:`).toString('base64')}`
    const answer = await fetch(`${context.baseUrl}${path}`, {
      headers: { authorization },
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const body = withoutSecrets(await answer.text())
    return { status: `${answer.status} ${answer.statusText}`, type: answer.headers.get('content-type') ?? '', body, tookMs: took() }
  } catch (error) {
    return { status: 'no answer', type: '', body: error instanceof Error ? `${error.name}: ${error.message}` : '', tookMs: took() }
  }
}

function answerHtml(path: string, seen: Seen): Html {
  const cut = seen.body.length > mostShown
  return html`<h2>Answer</h2>
    <p class="url"><code>GET ${path}</code></p>
    <p><b>${seen.status}</b> <span class="quiet">${seen.type}, ${seen.body.length} characters, ${seen.tookMs} ms</span></p>
    <pre class="answer" tabindex="0" aria-label="Body of the answer">${seen.body.slice(0, mostShown)}${cut && '\n… truncated'}</pre>`
}

function field(name: keyof Asked, label: string, more: { value: string; hint: string }): Html {
  return html`<label
    >${label} <input name="${name}" value="${more.value}" placeholder="${more.hint}" spellcheck="false" autocomplete="off"
  /></label>`
}

function form(asked: Asked): Html {
  return html`<form class="try" method="get">
    <label class="wide"
      >Specification
      <input name="spec" value="${asked.spec}" list="specs" required spellcheck="false" autocomplete="off" placeholder="Product+Inventory"
    /></label>
    <datalist id="specs">${examples.map((example) => html`<option value="${example}"></option>`)}</datalist>
    ${field('key', 'Key', { value: asked.key, hint: 'one record' })}
    ${field('filters', 'Filters', { value: asked.filters, hint: 'sku=TEE-%&brand=Northwind' })}
    <label class="wide"
      >_search
      <input name="search" value="${asked.search}" placeholder="price > 10 AND NOT ISNULL(brand)" spellcheck="false" autocomplete="off"
    /></label>
    ${field('fields', '_fields', { value: asked.fields, hint: 'sku,title|Inventory:quantity' })}
    ${field('results', '_results', { value: asked.results, hint: 'page size, to 2000' })}
    ${field('start', '_start', { value: asked.start, hint: 'first record, from 0' })}
    <label class="check"><input type="checkbox" name="schema" ${asked.schema && 'checked'} /> its schema (.xsd)</label>
    <button type="submit">Send</button>
  </form>`
}

/** Sends a GET to the store's own Data API with its first key, and shows address and answer. */
export const tryPage: InspectorPage = {
  name: 'try',
  title: 'Try a request',
  content: async ({ sources, request }) => {
    const asked = askedOf(request.query)
    const path = pathOfAsked(asked)
    const secret = comparedSecret(asked)
    if (secret !== undefined)
      return html`<p class="message bad" role="alert">
          The inspector needs no login, so it does not search by ${secret}. Send this request with a key.
        </p>
        ${form(asked)}`
    return html`<p class="lead">Sends a GET request to the Data API of this store. The request appears in the request log.</p>
      ${form(asked)} ${asked.spec !== '' && answerHtml(path, await send(sources, path))}`
  },
}
