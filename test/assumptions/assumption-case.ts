import type { Switches } from '../../src/emulator/assumptions/switches.ts'
import type { EmulatorOptions, RunningEmulator } from '../../src/emulator/emulator-options.ts'
import { basic, faultOf, type Seen, type StoreRequest } from '../unit/emulator/store-request.ts'

/** One assumption on a store of its own: what is sent, and what is seen of it. */
export interface AssumptionCase {
  readonly turned?: Partial<Switches>
  readonly options?: EmulatorOptions
  readonly act: (send: StoreRequest, store: RunningEmulator) => Promise<unknown>
  readonly seen: unknown
}

export type AssumptionCases = Readonly<Record<string, AssumptionCase>>

export const body = (...nodes: string[]): string => `<ResultSet>${nodes.join('')}</ResultSet>`
export const product = (sku: string, more = ''): string => `<Product><sku>${sku}</sku>${more}</Product>`
export const group = (code: string): string => `<UserGroup><code>${code}</code></UserGroup>`
export const place = '<ProdCat><sku>A</sku><cat_code>c</cat_code></ProdCat>'
export const attribute = (value: string): string =>
  `<ProductAttributes><sku>A</sku><label>L</label><value>${value}</value></ProductAttributes>`
export const entry = (more: string): string => `<PricingAdvanced><sku>A</sku><price>1</price>${more}</PricingAdvanced>`
export const webhook = (name: string, url: string): string => `<Webhook><name>${name}</name><url>${url}</url></Webhook>`

export const counts = async (send: StoreRequest, path: string): Promise<string> => (await send('GET', path)).counts

/** An error as its status and text, a success as its status and root element. */
export const short = (seen: Seen): string =>
  seen.text.includes('stat="fail"') ? faultOf(seen) : `${seen.status} ${seen.text.match(/<(?:rsp|ResultSet)/)?.[0] ?? 'empty'}`

/** The short forms of several requests: `METHOD path`, with a body where there is one. */
export const shorts = async (send: StoreRequest, ...requests: readonly (readonly [string, string?])[]): Promise<string[]> => {
  const seen: string[] = []
  for (const [line, text] of requests) {
    const [method = '', path = ''] = line.split(' ')
    seen.push(short(await send(method, path, text)))
  }
  return seen
}

/** Posts nodes one after the other: the last answer, and how many there are then. */
export const twice =
  (spec: string, ...nodes: string[]) =>
  async (send: StoreRequest): Promise<unknown> => {
    const replies: string[] = []
    for (const node of nodes) replies.push(short(await send('POST', spec, body(node))))
    return [replies.at(-1), await counts(send, `${spec}/`)]
  }

/** Posts a product A with these fields and gives back how it is read. */
export const written =
  (value: string, path = 'Product/A') =>
  async (send: StoreRequest): Promise<string> => {
    await send('POST', 'Product', body(product('A', value)))
    return (await send('GET', path)).text.replace(/^[^]*?(<Product |<rsp)/, '$1').replace(/<\/(?:ResultSet|rsp)>\n$/, '')
  }

/** A request to the Files API. */
export const file = (
  store: RunningEmulator,
  line: string,
  more: { body?: string; headers?: Record<string, string> } = {},
): Promise<Response> => {
  const [method = '', path = ''] = line.split(' ')
  return fetch(`${store.filesUrl}/shop/${path}`, {
    method,
    redirect: 'manual',
    headers: { authorization: basic(store.key), ...more.headers },
    ...(more.body === undefined ? {} : { body: more.body }),
  })
}

/** The statuses of several requests to the Files API; PUT sends an `x`. */
export const fileStatuses = async (store: RunningEmulator, ...lines: string[]): Promise<number[]> => {
  const seen: number[] = []
  for (const line of lines) {
    const answer = await file(store, line, line.startsWith('PUT') ? { body: 'x' } : {})
    await answer.arrayBuffer()
    seen.push(answer.status)
  }
  return seen
}
