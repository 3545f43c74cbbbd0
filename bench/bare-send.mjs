import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Agent, request } from 'undici'

/** Sends the requests of a folder to a store one after the other, and nothing else (`bench/least-apply.ts`). Arguments: origin of the store, folder. */
const [origin, folder] = process.argv.slice(2)
const dispatcher = new Agent({ connections: 1 })
for (const [index, { method, path, headers }] of JSON.parse(readFileSync(join(folder, 'requests.json'), 'utf8')).entries()) {
  const { statusCode, body } = await request(`${origin}${path}`, {
    method,
    headers,
    dispatcher,
    body: readFileSync(join(folder, String(index))),
  })
  await body.dump({ limit: Infinity })
  if (statusCode >= 300) throw new Error(`${method} ${path}: ${statusCode}`)
}
await dispatcher.close()
