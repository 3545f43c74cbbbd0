import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { openStore } from '../../src/store/open-store.ts'
import type { StoreClient } from '../../src/store/store-client.ts'

/** One request as the scripted store received it. */
export interface SeenRequest {
  readonly method: string
  readonly url: string
  readonly authorization: string
  readonly body: string
}

export interface ScriptedStore extends AsyncDisposable {
  readonly url: string
  readonly seen: readonly SeenRequest[]
}

/** A server on loopback that responds as its script says: for responses that a correct store never sends. */
export async function startScriptedStore(script: (request: SeenRequest, response: ServerResponse) => void): Promise<ScriptedStore> {
  const seen: SeenRequest[] = []
  const server = createServer((incoming, response) => {
    void bodyOf(incoming).then((body) => {
      const { method = '', url = '', headers } = incoming
      const request = { method, url, authorization: headers.authorization ?? '', body }
      seen.push(request)
      script(request, response)
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    seen,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => {
        server.close(resolve)
      })
    },
  }
}

/** A client of a scripted store. It repeats a request without a wait. */
export function scriptedClient({ url }: Pick<ScriptedStore, 'url'>): StoreClient {
  return openStore({ name: 'test', baseUrl: url, filesUrl: null, siteName: null, key: 'k', sleep: () => Promise.resolve() })
}

async function bodyOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

/** A ResultSet of these record elements, written by hand from platform.md, "Response format of GET". */
export function resultSet(records: readonly string[], totals: { start?: number; total?: number; returned?: number } = {}): string {
  const { start = 0, total = records.length, returned = records.length } = totals
  const head = `startResultIndex="${start}" totalResults="${total}" totalResultsReturned="${returned}" session=""`
  return `<?xml version="1.0" encoding="UTF-8"?><ResultSet ${head} xmlns="urn:store">${records.join('')}</ResultSet>`
}

/** A Product record element. */
export function productElement(sku: string, title = `Title of ${sku}`): string {
  return `<Product href="/API/V3/Product/${sku}" id="Model::Product::${sku}"><sku>${sku}</sku><title>${title}</title></Product>`
}
