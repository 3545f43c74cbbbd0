import type { Scope } from '../../records/scope.ts'
import type { StoreClient } from '../../store/store-client.ts'

const webhooks: Scope = { resource: 'Webhooks', fields: ['id', 'name', 'url'], children: [] }
const name = 'NewOrder'

/** Subscribes an address to new orders; call the result to remove the subscription. One that the store has already is left alone, and is not removed. */
export async function subscribe(store: StoreClient, url: string): Promise<() => Promise<void>> {
  if ((await idOf(store, url)) !== undefined) return () => Promise.resolve()
  await store.post('Webhooks', [{ resource: 'Webhooks', fields: { name, url }, children: {} }])
  const id = await idOf(store, url)
  return async () => {
    if (id !== undefined) await store.deleteRow('Webhooks', { id })
  }
}

async function idOf(store: StoreClient, url: string): Promise<string | undefined> {
  for await (const { fields } of store.readAll(webhooks)) if (fields['name'] === name && fields['url'] === url) return fields['id']
  return undefined
}
