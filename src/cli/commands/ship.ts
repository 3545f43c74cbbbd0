import { setTimeout as wait } from 'node:timers/promises'
import { exitCodes } from '../../errors.ts'
import { prepareShipment } from '../../orders/ship/prepare-shipment.ts'
import { sendShipment } from '../../orders/ship/send-shipment.ts'
import type { Shipment, ShipmentRequest } from '../../orders/ship/shipment.ts'
import { jsonText } from '../../report/json-text.ts'
import { plainRecord } from '../../report/records/records-json.ts'
import { earlierShipmentText, shipmentText } from '../../report/shipment-text.ts'
import type { RecordTree } from '../../resources/record-tree.ts'
import type { StoreClient } from '../../store/store-client.ts'
import { readConfigured } from '../configured-state.ts'
import { confirmWrite } from '../confirm-write.ts'
import { connectWithoutState } from '../connect.ts'
import type { GlobalOptions } from '../global-options.ts'
import { type ProgramOutput, programOutput } from '../program-output.ts'
import { stopAtSignal } from '../stop-at-signal.ts'
import type { Surroundings } from '../surroundings.ts'
import type { ShipOptions } from './ship-usage.ts'

type ShipmentState = 'created' | 'existed' | 'not created'

/** `planogram ship <order>`: creates a shipment, once. Reads the config, the order and its shipments. */
export async function ship(options: ShipOptions, global: GlobalOptions, surroundings: Surroundings): Promise<number> {
  const output = programOutput(global, surroundings)
  const { order: orderNumber, format, dryRun, autoApprove } = options
  const { root, config } = readConfigured(global, surroundings)
  await using connection = await connectWithoutState({ root, config }, { output, surroundings })
  const { store } = connection
  const print = async (state: ShipmentState, shipment: RecordTree): Promise<void> => {
    if (format === 'text') return
    const result = { format_version: '1', state, order_number: orderNumber, shipment: plainRecord(shipment) }
    await output.result(`${jsonText(result, 2)}\n`)
  }

  const prepared = await prepareShipment(store, requestOf(options))
  if ('reason' in prepared) {
    output.note(earlierShipmentText(prepared))
    await print('existed', prepared.shipment)
    return exitCodes.done
  }
  if (format === 'text') await output.result(shipmentText(prepared, output.theme, output.width))
  if (dryRun) {
    output.note('Nothing was written.\n')
    await print('not created', prepared.record)
    return exitCodes.done
  }
  const question = `Create this shipment in ${store.name} (${store.baseUrl})`
  const write = { store, question, what: 'the shipment', isProtected: config.store.protected, autoApprove }
  await confirmWrite(write, global, surroundings)
  const created = await send(prepared, { store, settleMs: config.limits.settleMs, output, surroundings })
  output.note(`Shipment ${created.fields['code'] ?? ''} of order ${orderNumber} was created in store ${store.name}.\n`)
  await print('created', created)
  return exitCodes.done
}

interface Sending {
  readonly store: StoreClient
  readonly settleMs: number
  readonly output: ProgramOutput
  readonly surroundings: Surroundings
}

async function send(shipment: Shipment, { store, settleMs, output, surroundings }: Sending): Promise<RecordTree> {
  const { sleep = (milliseconds: number) => wait(milliseconds) } = surroundings
  const number = shipment.order.fields['order_number'] ?? ''
  using _stopping = stopAtSignal(surroundings, () =>
    output.warn(
      `Stopped: whether the store has created the shipment is not known. Run \`planogram get Shipments order_number=${number}\` before you ship again.\n`,
    ),
  )
  return await sendShipment(store, shipment, {
    settleMs,
    sleep,
    onLost: ({ message }) => output.warn(`${message} The shipments of the order are read for up to ${settleMs / 1000} s.\n`),
  })
}

function requestOf(options: ShipOptions): ShipmentRequest {
  const { order: orderNumber, courier, trackingNumber, trackingLink, line, email, emailTo, emailSubject, notes, archive } = options
  const mail = email ? { to: emailTo, subject: emailSubject } : null
  return { orderNumber, lines: line ?? [], courier, trackingNumber, trackingLink, mail, notes, archive }
}
