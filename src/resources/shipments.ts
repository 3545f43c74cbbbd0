import { defineResource } from './resource.ts'

/** platform.md, "Shipments". */
export const shipments = defineResource({
  name: 'Shipments',
  node: 'Shipment',
  aliases: ['Shipment'],
  doc: 'A shipment of an order; an order may have several.',
  noun: { one: 'shipment', many: 'shipments' },
  key: 'code',
  identity: 'assigned',
  natural: ['code'],
  removal: 'never',
  fields: {
    code: { kind: 'integer', owner: 'store', doc: 'Auto-incrementing integer.' },
    order_number: { kind: 'integer', required: true, refersTo: ['Order'], doc: 'The Order.' },
    date: { kind: 'timestamp', doc: 'When it was created or sent: YYYY-MM-DD HH:MM:SS.' },
    courier: { kind: 'text', doc: 'Name of the shipping provider.' },
    tracking_number: { kind: 'text', doc: 'Provider tracking number.' },
    tracking_link: { kind: 'text', doc: 'Provider tracking link.' },
    send_email: { kind: 'flag', writeOnly: true, doc: 'Whether to email the customer about the update.' },
    email_to: { kind: 'text', writeOnly: true, doc: 'Address to send the email to.' },
    email_subject: { kind: 'text', writeOnly: true, doc: 'Subject of the email.' },
    notes: { kind: 'text', doc: 'Note sent with the email.' },
    ship_all: { kind: 'flag', doc: 'Whether to mark all lines of the order as shipped.' },
    archive: { kind: 'flag', doc: 'Whether to archive the order.' },
  },
})
