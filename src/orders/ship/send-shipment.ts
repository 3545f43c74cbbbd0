import { OperationalError } from '../../errors.ts'
import type { RecordTree } from '../../resources/record-tree.ts'
import { isAnswerLost } from '../../store/failed-answer.ts'
import type { StoreClient } from '../../store/store-client.ts'
import { readShipments } from './prepare-shipment.ts'
import type { Shipment } from './shipment.ts'

/** How long a shipment whose answer was lost is looked for. */
export interface LostAnswer {
  /** How long a write whose answer was lost can still take effect, in milliseconds (`limits.settle`). */
  readonly settleMs: number
  readonly sleep: (milliseconds: number) => Promise<void>
  /** Called once, before the wait. */
  readonly onLost: (error: OperationalError) => void
}

/** Between two reads after a lost answer. */
const pauseMs = 5_000

/**
 * Creates a shipment and returns it as the store has it. The request is sent once: a second one would be a second shipment, and a second mail. Where its
 * answer is lost, the shipments of the order are read until it is there or can take effect no more; then the error of the request is thrown.
 */
export async function sendShipment(store: StoreClient, shipment: Shipment, lost: LostAnswer): Promise<RecordTree> {
  const { record } = shipment
  try {
    await store.post('Shipments+ShipmentLines', [record])
  } catch (error) {
    if (!isAnswerLost(error)) throw error
    lost.onLost(error)
    const found = await lookFor(store, shipment, lost)
    if (found) return found
    throw notCreated(error, record)
  }
  const found = await findShipment(store, shipment)
  if (found) return found
  throw new OperationalError('store-fault', `Store ${store.name} has confirmed the shipment and does not list it.`, {
    fix: `Run \`planogram get Shipments order_number=${record.fields['order_number'] ?? ''}\`.`,
  })
}

/** `undefined`: it is not there, and no longer comes. Throws the error of the last read where the store does not answer until then. */
async function lookFor(store: StoreClient, shipment: Shipment, { settleMs, sleep }: LostAnswer): Promise<RecordTree | undefined> {
  for (let waited = 0; ; waited += pauseMs) {
    const isLast = waited >= settleMs
    try {
      const found = await findShipment(store, shipment)
      if (found || isLast) return found
    } catch (error) {
      if (isLast) throw unknown(error, shipment)
    }
    await sleep(Math.min(pauseMs, settleMs - waited))
  }
}

/** The shipment that was not there before and has what was sent. */
async function findShipment(store: StoreClient, { record, before }: Shipment): Promise<RecordTree | undefined> {
  const rows = await readShipments(store, record.fields['order_number'] ?? '')
  const made = rows.filter(({ fields }) => !before.has(fields['code'] ?? ''))
  const same = ['courier', 'tracking_number', 'tracking_link'] as const
  return made.find(({ fields }) => same.every((name) => (fields[name] ?? '').trim() === (record.fields[name] ?? '').trim()))
}

function notCreated(error: OperationalError, { fields }: RecordTree): OperationalError {
  return new OperationalError(error.code, `${error.message} The store has no such shipment.`, {
    fix: `Nothing was created. Check order ${fields['order_number'] ?? ''} in the store, then run the command again.`,
    context: error.context,
    cause: error,
  })
}

function unknown(error: unknown, { record }: Shipment): unknown {
  if (!(error instanceof OperationalError)) return error
  const { code, message, context } = error
  return new OperationalError(code, `${message} Whether the store has created the shipment is not known.`, {
    fix: `Run \`planogram get Shipments order_number=${record.fields['order_number'] ?? ''}\` before you ship again.`,
    context,
    cause: error,
  })
}
