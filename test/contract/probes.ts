import type { ReadStore } from './contract-store.ts'
import { readXml } from './xml-tree.ts'
import type { Element } from './xml-tree.ts'

/** What a look at a store says of a row of assumptions.md; `null` where the store holds nothing to tell by. */
export interface Probe {
  /** The row. */
  readonly id: string
  /** What is confirmed, when it is. */
  readonly takes: string
  readonly look: (store: ReadStore) => Promise<boolean | null>
}

async function page({ send }: ReadStore, path: string): Promise<Element> {
  const { status, text } = await send('GET', path)
  if (status !== 200) throw new Error(`GET ${path} answered ${status}`)
  return readXml(text)
}

async function statusOf({ send }: ReadStore, path: string, method = 'GET'): Promise<number> {
  return (await send(method, path)).status
}

function values(root: Element, field: string): string[] {
  return root.children.map(({ children }) => children.find(({ name }) => name === field)?.text ?? '')
}

async function firstSku(store: ReadStore): Promise<string | null> {
  return values(await page(store, 'Product/?_results=1&_fields=sku'), 'sku')[0] ?? null
}

function total({ attributes }: Element): number {
  return Number(attributes['totalResults'])
}

/** `null` without a product. */
function ofFirst(look: (store: ReadStore, sku: string) => Promise<boolean | null>): Probe['look'] {
  return async (store) => {
    const sku = await firstSku(store)
    return sku === null ? null : look(store, sku)
  }
}

const other = (text: string): string => (text === text.toLowerCase() ? text.toUpperCase() : text.toLowerCase())

const isIn = (value: string, allowed: readonly string[]): boolean => allowed.includes(value)

async function prices(store: ReadStore): Promise<string[]> {
  return values(await page(store, 'Product/?_results=200&_fields=price'), 'price').filter((price) => price !== '')
}

async function fetched({ url, key }: ReadStore, withKey: boolean): Promise<Response> {
  const headers = withKey ? { authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` } : {}
  const answer = await fetch(`${url}/API/V3/Product/?_results=1`, { headers })
  await answer.arrayBuffer()
  return answer
}

/** The rows that reading tells apart; the others need a write. */
export const probes: readonly Probe[] = [
  {
    id: 'R1',
    takes: 'the results are ordered by key',
    look: async (store) => {
      const skus = values(await page(store, 'Product/?_results=200&_fields=sku'), 'sku')
      return skus.length < 3 ? null : skus.every((sku, at) => at === 0 || (skus[at - 1] ?? '') <= sku)
    },
  },
  {
    id: 'R2',
    takes: 'startResultIndex is _start',
    look: async (store) => (await page(store, 'Product/?_start=1&_results=1')).attributes['startResultIndex'] === '1',
  },
  {
    id: 'R3',
    takes: '_results over 2000 is 2000, no number is 406',
    look: async (store) =>
      (await statusOf(store, 'Product/?_results=2001&_fields=sku')) === 200 && (await statusOf(store, 'Product/?_results=ten')) === 406,
  },
  {
    id: 'R4',
    takes: '_start past the end is an empty page with the total',
    look: async (store) => {
      const [all, past] = [await page(store, 'Product/?_results=1'), await page(store, 'Product/?_start=99999999')]
      return past.children.length === 0 && total(past) === total(all)
    },
  },
  {
    id: 'R5',
    takes: 'an unknown field in a filter is 406',
    look: async (store) => (await statusOf(store, 'Product/?no_such_field=1')) === 406,
  },
  { id: 'R6', takes: 'an unknown _parameter is 406', look: async (store) => (await statusOf(store, 'Product/?_result=10')) === 406 },
  {
    id: 'R7',
    takes: 'a filter on a field of a related resource is 406',
    look: async (store) => (await statusOf(store, 'Product+Inventory/?stock_message=x')) === 406,
  },
  {
    id: 'R9',
    takes: 'case counts in a comparison',
    look: ofFirst(async (store, sku) =>
      other(sku) === sku ? null : total(await page(store, `Product/?_fields=sku&sku=${encodeURIComponent(other(sku))}`)) === 0,
    ),
  },
  {
    id: 'R10',
    takes: 'an underscore in a value is an underscore',
    look: ofFirst(async (store, sku) => total(await page(store, `Product/?_fields=sku&sku=${'_'.repeat(sku.length)}`)) === 0),
  },
  {
    id: 'R14',
    takes: '_fields brings only what was asked',
    look: ofFirst(async (store) =>
      (await page(store, 'Product/?_results=1&_fields=title')).children.every(({ children }) => children.length === 1),
    ),
  },
  {
    id: 'R16',
    takes: 'an alias is answered under the canonical node',
    look: ofFirst(async (store) => (await page(store, 'Products/?_results=1')).children[0]?.name === 'Product'),
  },
  {
    id: 'R19',
    takes: 'an href is a path',
    look: ofFirst(
      async (store) => (await page(store, 'Product/?_results=1')).children[0]?.attributes['href']?.startsWith('/API/V3/') ?? null,
    ),
  },
  {
    id: 'R20',
    takes: 'the namespace is the one that the emulator has',
    look: async (store) => (await page(store, 'Product/?_results=1')).namespace === 'urn:online-store:api:v3',
  },
  {
    id: 'R21',
    takes: 'session is there and empty',
    look: async (store) => (await page(store, 'Product/?_results=1')).attributes['session'] === '',
  },
  {
    id: 'R24',
    takes: 'YEAR(field) is no expression',
    look: async (store) => (await statusOf(store, `Order/?_search=${encodeURIComponent('YEAR(order_date) = 2026')}`)) === 406,
  },
  { id: 'R25', takes: '1=1 is no expression', look: async (store) => (await statusOf(store, 'Product/?_search=1%3D1')) === 406 },
  {
    id: 'R30',
    takes: 'an unknown resource is 404, an impossible join 406',
    look: async (store) => (await statusOf(store, 'Nothing/')) === 404 && (await statusOf(store, 'Product+Customer/')) === 406,
  },
  {
    id: 'R31',
    takes: 'an error that the document does not show has the same XML body',
    look: async (store) => {
      const answer = await fetch(`${store.url}/API/V3/Product/`, { headers: { authorization: 'Basic eDo=' } })
      return /<rsp [^>]*stat="fail"/.test(await answer.text())
    },
  },
  {
    id: 'R32',
    takes: 'answers are application/xml in UTF-8',
    look: async (store) => (await fetched(store, true)).headers.get('content-type') === 'application/xml; charset=utf-8',
  },
  {
    id: 'R33',
    takes: 'the slash at the end may be left out',
    look: async (store) => (await statusOf(store, 'Product?_results=1')) === 200,
  },
  {
    id: 'R35',
    takes: 'HEAD is a GET without its body',
    look: async (store) => (await statusOf(store, 'Product/?_results=1', 'HEAD')) === 200,
  },
  {
    id: 'R36',
    takes: 'answers are not compressed',
    look: async (store) => (await fetched(store, true)).headers.get('content-encoding') === null,
  },
  {
    id: 'R38',
    takes: 'a related resource without rows leaves no element',
    look: async (store) => {
      const { children } = await page(store, 'Product+Inventory/?_results=200')
      const bare = children.filter((product) => !product.children.some(({ name }) => name === 'Inventory'))
      return children.length === 0 ? null : bare.length > 0 || null
    },
  },
  {
    id: 'W22',
    takes: 'a field that was never set is an empty element',
    look: ofFirst(
      async (store) => (await page(store, 'Product/?_results=1')).children[0]?.children.some(({ name }) => name === 'custom_data4') ?? null,
    ),
  },
  {
    id: 'W23',
    takes: 'a number is written in its shortest form',
    look: async (store) => {
      const found = await prices(store)
      return found.length === 0 ? null : found.every((price) => !/\.\d*0$|\.$/.test(price))
    },
  },
  {
    id: 'W24',
    takes: 'a boolean is written as true or false',
    look: async (store) => {
      const found = values(await page(store, 'Product/?_results=200&_fields=inactive'), 'inactive').filter((value) => value !== '')
      return found.length === 0 ? null : found.every((value) => isIn(value, ['true', 'false']))
    },
  },
  {
    id: 'W40',
    takes: 'VariantOptions has the fields that we assume',
    look: async ({ send }) => {
      const { status, text } = await send('GET', 'VariantOptions.xsd')
      return status === 200 && ['code', 'sku', 'variant_code', 'o_group', 'o_value'].every((name) => text.includes(`name="${name}"`))
    },
  },
  {
    id: 'K1',
    takes: 'a missing key is 401 with a challenge',
    look: async (store) => {
      const answer = await fetched(store, false)
      return answer.status === 401 && answer.headers.has('www-authenticate')
    },
  },
]

/** What a probe found, in a word. */
export type Finding = 'confirmed' | 'refuted' | 'cannot be told'

export async function findingOf({ look }: Probe, store: ReadStore): Promise<Finding> {
  const seen = await look(store).catch(() => false)
  if (seen === null) return 'cannot be told'
  return seen ? 'confirmed' : 'refuted'
}
