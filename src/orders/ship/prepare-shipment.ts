import { OperationalError } from '../../errors.ts'
import type { Scope } from '../../records/scope.ts'
import type { RecordTree } from '../../resources/record-tree.ts'
import type { Fields } from '../../resources/resource.ts'
import type { StoreClient } from '../../store/store-client.ts'
import type { EarlierShipment, Shipment, ShipmentRequest, ShippedLine } from './shipment.ts'

const shipments: Scope = { resource: 'Shipments', fields: [], children: [{ resource: 'ShipmentLines', fields: [], children: [] }] }
const shippedOrder: Scope = {
  resource: 'Order',
  fields: [],
  children: [{ resource: 'Orderlines', fields: [], children: [] }, shipments],
}

/**
 * Reads an order and prepares a shipment of it; nothing is written. Running it again after the shipment was created finds that one. Throws
 * `shipment-refused` for an order or a line that does not exist, for more than was ordered, and for a mail without an address.
 */
export async function prepareShipment(store: StoreClient, request: ShipmentRequest): Promise<Shipment | EarlierShipment> {
  const order = await readOrder(store, request.orderNumber)
  const earlier = order.children.Shipments ?? []
  const { trackingNumber } = request
  const same = trackingNumber === undefined ? undefined : earlier.find(({ fields }) => fields['tracking_number'] === trackingNumber)
  if (same) return { order, shipment: same, reason: 'same tracking number' }
  const lines = linesOf(order, earlier)
  const last = earlier.at(-1)
  if (last && request.lines.length === 0 && lines.every(({ ordered, before }) => before >= ordered)) {
    return { order, shipment: last, reason: 'nothing left' }
  }
  const chosen = chosenLines(lines, request)
  const mailTo = mailAddress(order, request)
  const record = recordOf(chosen, request)
  return { order, lines: chosen, mailTo, record, before: new Set(earlier.map(({ fields }) => fields['code'] ?? '')) }
}

/** The shipments of an order, with their lines, in the order of their codes. */
export async function readShipments(store: StoreClient, orderNumber: string): Promise<readonly RecordTree[]> {
  return inOrder(await readOf(store, shipments, orderNumber))
}

async function readOrder(store: StoreClient, orderNumber: string): Promise<RecordTree> {
  const [order] = await readOf(store, shippedOrder, orderNumber)
  if (order) return { ...order, children: { ...order.children, Shipments: inOrder(order.children.Shipments ?? []) } }
  throw refused(`Store ${store.name} has no order ${orderNumber}.`, 'List the orders with `planogram get Order integrated=0`.')
}

async function readOf(store: StoreClient, scope: Scope, orderNumber: string): Promise<readonly RecordTree[]> {
  const rows: RecordTree[] = []
  for await (const row of store.readMatching({ scope, filters: [{ field: 'order_number', values: [orderNumber] }] })) rows.push(row)
  return rows
}

function inOrder(rows: readonly RecordTree[]): readonly RecordTree[] {
  return rows.toSorted((one, other) => Number(one.fields['code']) - Number(other.fields['code']))
}

/** A shipment without lines is of everything (`ship_all`). */
function linesOf(order: RecordTree, earlier: readonly RecordTree[]): readonly Omit<ShippedLine, 'now'>[] {
  const parts = earlier.map(({ children }) => children.ShipmentLines ?? [])
  const isAllShipped = parts.some((rows) => rows.length === 0)
  const shipped = Map.groupBy(parts.flat(), ({ fields }) => fields['orderline_code'] ?? '')
  return (order.children.Orderlines ?? []).map(({ fields }) => {
    const [code, ordered] = [fields['code'] ?? '', numberOf(fields, 'quantity')]
    const before = (shipped.get(code) ?? []).reduce((sum, row) => sum + numberOf(row.fields, 'qty'), 0)
    return { code, sku: fields['sku'] ?? '', description: fields['description'] ?? '', ordered, before: isAllShipped ? ordered : before }
  })
}

function numberOf(fields: Fields, name: string): number {
  const number = Number(fields[name] ?? '')
  return Number.isFinite(number) ? number : 0
}

function chosenLines(lines: readonly Omit<ShippedLine, 'now'>[], { lines: asked, orderNumber }: ShipmentRequest): readonly ShippedLine[] {
  if (asked.length === 0) return lines.map((line) => ({ ...line, now: Math.max(0, line.ordered - line.before) }))
  const now = new Map<string, number>()
  for (const { name, quantity } of asked) {
    const { code, ordered, before } = lineNamed(name, lines, orderNumber)
    const whole = (now.get(code) ?? 0) + quantity
    if (before + whole > ordered) {
      const left = `${Math.max(0, ordered - before)} of ${ordered} are left`
      throw refused(`Order ${orderNumber}: ${whole} of ${name} cannot be shipped, ${left}.`, 'Ship fewer, or omit the line.')
    }
    now.set(code, whole)
  }
  return lines.map((line) => ({ ...line, now: now.get(line.code) ?? 0 }))
}

function lineNamed(name: string, lines: readonly Omit<ShippedLine, 'now'>[], orderNumber: string): Omit<ShippedLine, 'now'> {
  const found = lines.filter(({ code, sku }) => code === name || sku === name)
  const [line] = found
  if (line && found.length === 1) return line
  const message = line
    ? `Order ${orderNumber} has ${found.length} lines with the sku ${name}.`
    : `Order ${orderNumber} has no line ${name}.`
  const names = (line ? found : lines).map(({ code, sku }) => `${code} (${sku})`)
  throw refused(message, `Its lines are ${names.join(', ') || 'none'}.`)
}

/** The store sends the mail to the address of the order where none is given (platform.md, "Shipment notification"). */
function mailAddress({ fields }: RecordTree, { mail, orderNumber }: ShipmentRequest): string | null {
  if (mail === null) return null
  const address = mail.to ?? fields['email'] ?? ''
  if (address !== '') return address
  throw refused(`Order ${orderNumber} has no email address.`, 'Give one with `--email-to`, or omit `--email`.')
}

function recordOf(lines: readonly ShippedLine[], request: ShipmentRequest): RecordTree {
  const { orderNumber, courier, trackingNumber, trackingLink, mail, notes, archive } = request
  const shipped = lines.filter(({ now }) => now > 0)
  const isAll = lines.every(({ ordered, before, now }) => before + now >= ordered)
  const given: Readonly<Record<string, string | undefined>> = {
    order_number: orderNumber,
    courier,
    tracking_number: trackingNumber,
    tracking_link: trackingLink,
    notes,
    send_email: mail === null ? undefined : 'true',
    email_to: mail?.to,
    email_subject: mail?.subject,
    ship_all: isAll ? 'true' : undefined,
    archive: archive ? 'true' : undefined,
  }
  const fields = Object.fromEntries(Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])))
  const rows = shipped.map(({ code, now }): RecordTree => ({
    resource: 'ShipmentLines',
    fields: { orderline_code: code, qty: String(now) },
    children: {},
  }))
  return { resource: 'Shipments', fields, children: { ShipmentLines: rows } }
}

function refused(message: string, fix: string): OperationalError {
  return new OperationalError('shipment-refused', message, { fix })
}
