import type { StoreClient } from '../../store/store-client.ts'

/** Marks an order as integrated: the store no longer lists it with `integrated=0` (platform.md, "States and transitions"). Doing it twice has the same effect. */
export async function markIntegrated(store: StoreClient, orderNumber: string): Promise<void> {
  await store.post('Order', [{ resource: 'Order', fields: { order_number: orderNumber, integrated: 'true' }, children: {} }])
}
