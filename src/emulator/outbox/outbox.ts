import type { Statements } from '../database/statements.ts'

/** A mail that the store would have sent (assumptions.md M1). */
export interface Mail {
  readonly id: number
  /** When it was written, `YYYY-MM-DD HH:MM:SS`. */
  readonly at: string
  readonly kind: 'shipment' | 'order-status'
  readonly order: string
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** The mails of an emulator; none of them ever leaves it. */
export interface Outbox {
  /** Oldest first. */
  mails(): readonly Mail[]
  clear(): void
}

/** The outbox as the effects of writes see it. */
export interface MailStore extends Outbox {
  /** Belongs to the write that it comes from: a mail of a write that fails is gone with it. */
  put(mail: Omit<Mail, 'id' | 'at'>): void
}

/** The table of the mails. */
export const mailTable = `CREATE TABLE IF NOT EXISTS _mail (
    id INTEGER PRIMARY KEY AUTOINCREMENT, at TEXT NOT NULL, kind TEXT NOT NULL, order_number TEXT NOT NULL,
    recipient TEXT NOT NULL, subject TEXT NOT NULL, body TEXT NOT NULL
  )`

interface Parts {
  readonly statements: Statements
  /** The store's time as it writes it. */
  readonly time: () => string
}

/** A mail header is one line, whatever a field holds. */
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
