import { expect, test } from 'vitest'
import { OperationalError } from '../../../src/errors.ts'
import { sealWebhooks } from '../../../src/live/sealed-webhooks.ts'
import { startEmulator } from '../../../src/emulator/start-emulator.ts'
import { openStore } from '../../../src/store/open-store.ts'
import type { RecordTree } from '../../../src/resources/record-tree.ts'
import { byCode } from '../../../src/source/by-code.ts'
import type { StoreClient } from '../../../src/store/store-client.ts'

const url = 'https://erp.example/hooks?token=${TOKEN}'
const address = 'https://erp.example/hooks?token=s3cret'
const webhook = (value: string): RecordTree => ({ resource: 'Webhooks', fields: { name: 'NewOrder', url: value }, children: {} })
const scope = { resource: 'Webhooks', fields: ['id', 'name', 'url'], children: [] } as const

async function rowsOf(rows: AsyncIterable<RecordTree>): Promise<readonly string[]> {
  const found: string[] = []
  for await (const { fields } of rows) found.push(fields['url'] ?? '')
  return found.toSorted(byCode)
}

async function openSealed(): Promise<{ readonly store: StoreClient; readonly sealed: StoreClient } & AsyncDisposable> {
  const emulator = await startEmulator()
  const { url: baseUrl, filesUrl, site, key, capabilities } = emulator
  const store = openStore({ name: 'local', baseUrl, filesUrl, siteName: site, key, capabilities })
  const sealed = sealWebhooks(store, [{ name: 'NewOrder', url, address, values: ['s3cret'] }])
  return {
    store,
    sealed,
    [Symbol.asyncDispose]: async () => {
      await store.close()
      await emulator.close()
    },
  }
}

test('the store gets the address, and whoever reads it back the url as written; other addresses are masked', async () => {
  await using opened = await openSealed()
  const { store, sealed } = opened

  await sealed.post('Webhooks', [webhook(url)])
  await store.post('Webhooks', [webhook('https://me:word@other.example/path?key=1')])

  expect(await rowsOf(store.readAll(scope))).toEqual([address, 'https://me:word@other.example/path?key=1'])
  expect(await rowsOf(sealed.readAll(scope))).toEqual([url, expect.stringMatching(/^https:\/\/other\.example\/\*{3}#[0-9a-f]{12}$/)])
  expect(await rowsOf(sealed.readWhere(scope, 'name', ['NewOrder']))).toHaveLength(2)
})

test('a webhook is deleted by its id alone', async () => {
  await using opened = await openSealed()
  const { store, sealed } = opened
  await store.post('Webhooks', [webhook(address), webhook('https://other.example/')])

  await sealed.deleteRow('Webhooks', { id: '1', name: 'NewOrder', url })

  expect(await rowsOf(store.readAll(scope))).toEqual(['https://other.example/'])
})

test.each([
  ['nowhere is the same error', 'Repeat it.', 'Repeat it.'],
  ['in its fix alone does not show it', `Ask for ${address}.`, `Ask for ${url}.`],
])('an error that repeats the address %s', async (_, fix, shown) => {
  await using opened = await openSealed()
  const refusal = new OperationalError('store-fault', 'refused', { fix, cause: new Error('earlier') })
  const sealed = sealWebhooks({ ...opened.store, post: () => Promise.reject(refusal) }, [{ name: 'NewOrder', url, address, values: [] }])

  const told: unknown = await sealed.post('Webhooks', [webhook(url)]).catch((error: unknown) => error)

  expect(told).toMatchObject({ code: 'store-fault', message: 'refused', fix: shown })
  expect(told === refusal).toBe(fix === shown)
})

test('a refusal that repeats the address does not show it', async () => {
  await using opened = await openSealed()
  const { store } = opened
  const broken = {
    name: 'NewOrder',
    url: '${HOOK}',
    address: 'ftp://erp.example/?token=s3cret',
    values: ['ftp://erp.example/?token=s3cret'],
  }
  const sealed = sealWebhooks(store, [broken])

  const [shown, open] = await Promise.all(
    [sealed.post('Webhooks', [webhook('${HOOK}')]), store.post('Webhooks', [webhook(broken.address)])].map((sent) =>
      sent.then(
        () => 'sent',
        (error: unknown) => String(error),
      ),
    ),
  )

  expect(open).toContain('s3cret')
  expect(shown).not.toContain('s3cret')
  expect(shown).toContain('${HOOK}')
})
