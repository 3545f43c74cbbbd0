import type { Statements } from '../database/statements.ts'

/** A mail that a real store would have sent (docs/assumptions.md M1). */
export interface Mail {
  readonly id: number
  /** When it was created, `YYYY-MM-DD HH:MM:SS`. */
  readonly at: string
  readonly kind: 'shipment' | 'order-status'
  readonly order: string
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** The mails of an emulator; none is ever sent. */
export interface Outbox {
  /** Oldest first. */
  mails(): readonly Mail[]
  clear(): void
}

/** The outbox with what effects need. */
export interface MailStore extends Outbox {
  /** Part of the transaction of the write that causes it: rolled back with it. */
  put(mail: Omit<Mail, 'id' | 'at'>): void
}

interface Parts {
  readonly statements: Statements
  /** The present time as the store writes it. */
  readonly time: () => string
}

/** A mail header has one line, whatever a field contains. */
function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim()
}

/** The outbox of a database. */
export function createOutbox({ statements, time }: Parts): MailStore {
  return {
    put: ({ kind, order, to, subject, text }) => {
      statements.run('INSERT INTO _mail (at, kind, order_number, recipient, subject, body) VALUES (?, ?, ?, ?, ?, ?)', [
        time(),
        kind,
        order,
        oneLine(to),
        oneLine(subject),
        text,
      ])
    },
    mails: () =>
      statements
        .rows('SELECT id, at, kind, order_number, recipient, subject, body FROM _mail ORDER BY id')
        .map(([id, at, kind, order, to, subject, text]) => ({
          id: Number(id),
          at: String(at),
          kind: kind === 'shipment' ? kind : 'order-status',
          order: String(order),
          to: String(to),
          subject: String(subject),
          text: String(text),
        })),
    clear: () => void statements.run('DELETE FROM _mail'),
  }
}
