import { flushCompileCache } from 'node:module'
import { createInterface } from 'node:readline'
import { openStore } from '../../src/store/open-store.ts'
import { openEmbeddedStore } from '../../src/workspace/embedded-store.ts'

/*
 * A process with the embedded store of the folder in its first argument open. It prints one JSON line when it has opened it, and one for
 * each line on standard input: `write <sku>`, `count`, `upload <path>`; the end of standard input closes the store.
 */
const [folder = ''] = process.argv.slice(2)
const embedded = await openEmbeddedStore(folder)
const { url, filesUrl, site, key, capabilities, whenRefused, own } = embedded
const store = openStore({
  name: 'local',
  baseUrl: url,
  filesUrl,
  siteName: site,
  key,
  capabilities,
  ...(whenRefused === undefined ? {} : { whenRefused }),
})

async function answer(line: string): Promise<unknown> {
  const [verb = '', word = ''] = line.split(' ')
  try {
    if (verb === 'write') await store.post('Product', [{ resource: 'Product', fields: { sku: word, title: word }, children: {} }])
    if (verb === 'upload') await store.files?.write(word, Buffer.from(word))
    return { count: await store.count('Product') }
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
}

// A process that is killed leaves its compiled code to the next one only so.
flushCompileCache()
process.stdout.write(`${JSON.stringify({ own, url, pid: process.pid })}\n`)
for await (const line of createInterface({ input: process.stdin })) process.stdout.write(`${JSON.stringify(await answer(line))}\n`)
await store.close()
await embedded.close()
