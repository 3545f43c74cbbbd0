import type { Row, Statements } from '../database/statements.ts'
import { type Attempt, deliveryStates, type Delivery, type DeliveryState } from './delivery.ts'

/** The deliveries of a database and their attempts. */
export interface DeliveryLog {
  add(delivery: Pick<Delivery, 'at' | 'event' | 'hook' | 'url' | 'body'>): void
  all(): readonly Delivery[]
  find(id: number): Delivery | undefined
  /** The oldest pending delivery to an address that is not one of these; its state becomes `sending`. */
  takeNext(busy: readonly string[]): Delivery | undefined
  isAnyPending(): boolean
  setState(id: number, state: DeliveryState): void
  addAttempt(id: number, attempt: Attempt): void
  /** Marks deliveries that a killed process left in `sending`: whether they arrived is unknown. */
  markLost(): void
  clear(): void
}

const columns = 'id, at, event, hook, url, body, state, attempts'

function attemptsIn(cell: unknown): readonly Attempt[] {
  const found: unknown = JSON.parse(String(cell))
  return Array.isArray(found)
    ? found.filter((entry): entry is Attempt => typeof entry === 'object' && entry !== null && 'tookMs' in entry)
    : []
}

function deliveryOf([id, at, event, hook, url, body, state, attempts]: Row): Delivery {
  return {
    id: Number(id),
    at: String(at),
    event: String(event),
    hook: String(hook),
    url: String(url),
    body: String(body),
    state: deliveryStates.find((known) => known === state) ?? 'failed',
    attempts: attemptsIn(attempts),
  }
}

/** Opens the log of a database. */
export function openDeliveryLog(statements: Statements): DeliveryLog {
  const read = (sql: string, parameters: readonly (string | number)[] = []): Delivery[] => statements.rows(sql, parameters).map(deliveryOf)
  return {
    add: ({ at, event, hook, url, body }) => {
      statements.run(`INSERT INTO _delivery (at, event, hook, url, body, state, attempts) VALUES (?, ?, ?, ?, ?, 'pending', '[]')`, [
        at,
        event,
        hook,
        url,
        body,
      ])
    },
    all: () => read(`SELECT ${columns} FROM _delivery ORDER BY id`),
    find: (id) => read(`SELECT ${columns} FROM _delivery WHERE id = ?`, [id])[0],
    takeNext: (busy) =>
      read(
        `UPDATE _delivery SET state = 'sending' WHERE id = (
           SELECT min(id) FROM _delivery WHERE state = 'pending' AND url NOT IN (SELECT value FROM json_each(?))) RETURNING ${columns}`,
        [JSON.stringify(busy)],
      )[0],
    isAnyPending: () => statements.cell(`SELECT 1 FROM _delivery WHERE state = 'pending' LIMIT 1`) !== undefined,
    setState: (id, state) => void statements.run('UPDATE _delivery SET state = ? WHERE id = ?', [state, id]),
    addAttempt: (id, attempt) =>
      void statements.run(`UPDATE _delivery SET attempts = json_insert(attempts, '$[#]', json(?)) WHERE id = ?`, [
        JSON.stringify(attempt),
        id,
      ]),
    markLost: () => void statements.run(`UPDATE _delivery SET state = 'lost' WHERE state = 'sending'`),
    clear: () => void statements.run('DELETE FROM _delivery'),
  }
}
