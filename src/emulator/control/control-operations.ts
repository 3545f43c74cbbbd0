import { maskAddresses } from '../http/mask-secrets.ts'
import type { AssumptionEntry } from '../assumptions/assumption-list.ts'
import { type Clock, checkTime } from '../clock/clock.ts'
import { checkFaultPlan } from '../faults/check-fault-plan.ts'
import type { Faults } from '../faults/faults.ts'
import type { Outbox } from '../effects/outbox.ts'
import type { RequestLog } from '../http/request-log.ts'
import type { Finding } from '../lint/finding.ts'
import type { Profile } from '../assumptions/profiles.ts'
import type { Seed } from '../seed/seed.ts'
import { shownDifference } from '../snapshots/diff-states.ts'
import type { Snapshots } from '../snapshots/snapshots.ts'
import type { Delivery } from '../webhooks/delivery.ts'
import type { Webhooks } from '../webhooks/webhooks.ts'
import { shownWrite } from '../writes/shown-write.ts'
import type { WriteLog } from '../writes/write-log.ts'
import { StoreFault } from '../http/store-fault.ts'
import { isObject } from '../../source/is-object.ts'
import { refuseOthers } from '../http/known-members.ts'
import { readSeed } from './read-seed.ts'

/** What the control API operates on. */
export interface ControlParts {
  readonly assumptions: readonly AssumptionEntry[]
  readonly profile: Profile
  readonly site: string
  /** Identifies the store without showing its key. */
  readonly store: string
  /** Identifies this start of the store. */
  readonly instance: string
  readonly clock: Clock
  readonly faults: Faults
  readonly snapshots: Snapshots
  readonly log: RequestLog
  readonly writes: WriteLog
  /** Advances the clock; late writes act on the way. */
  readonly step: (milliseconds: number) => Promise<void>
  readonly outbox: Outbox
  readonly webhooks: Webhooks
  /** The findings of lint. */
  lint(): readonly Finding[]
  seed(seed: Seed): void
  reset(): void
}

/** A request of the control API: the path segments after the first name, the query and the JSON body. */
interface ControlCall {
  readonly rest: readonly string[]
  readonly query: URLSearchParams
  readonly body: unknown
}

/** Answers with JSON, or with 204 for `undefined`. */
type ControlOperation = (call: ControlCall) => unknown

function nameIn(value: unknown): string {
  if (typeof value === 'string' && value !== '') return value
  throw new StoreFault(400, 'The name of the snapshot is missing')
}

/** The name in the body of a new snapshot. */
function nameOf(body: unknown): string {
  if (!isObject(body)) return nameIn(undefined)
  refuseOthers(body, ['name'], 'A snapshot')
  return nameIn(body['name'])
}

function clockState(clock: Clock): { now: string; frozen: boolean } {
  return { now: clock.now().toISOString(), frozen: clock.isFrozen() }
}

function timeIn(set: unknown): Date | null {
  if (set === undefined) return null
  const time = new Date(typeof set === 'string' ? set : Number.NaN)
  if (Number.isNaN(time.getTime())) throw new StoreFault(400, '"set" must be a time such as 2026-11-20T07:00:00Z')
  checkTime(time.getTime())
  return time
}

function durationIn(advanceMs: unknown): number | null {
  if (advanceMs === undefined) return null
  if (typeof advanceMs !== 'number' || !Number.isFinite(advanceMs)) throw new StoreFault(400, '"advanceMs" must be a number')
  return advanceMs
}

function flagIn(body: Readonly<Record<string, unknown>>, name: string): boolean | undefined {
  const value = body[name]
  if (value !== undefined && typeof value !== 'boolean') throw new StoreFault(400, `"${name}" must be true or false`)
  return value
}

async function setClock({ clock, step }: ControlParts, body: unknown): Promise<void> {
  if (!isObject(body)) throw new StoreFault(400, 'The body must be an object with set, advanceMs, frozen or reset')
  refuseOthers(body, ['set', 'advanceMs', 'frozen', 'reset'], 'The clock')
  const [frozen, reset] = [flagIn(body, 'frozen'), flagIn(body, 'reset')]
  const [time, advanceMs] = [timeIn(body['set']), durationIn(body['advanceMs'])]
  // Before anything changes; the time after a reset is known only then.
  if (reset !== true || time) checkTime((time ?? clock.now()).getTime() + (advanceMs ?? 0))
  if (reset === true) clock.reset()
  if (frozen === true) clock.freeze()
  if (time) clock.set(time)
  if (advanceMs !== null) await (advanceMs < 0 ? clock.advance(advanceMs) : step(advanceMs))
  if (frozen === false) clock.run()
}

function snapshotOperations({ snapshots }: ControlParts): Readonly<Record<string, ControlOperation>> {
  return {
    GET: ({ rest: [name, word], query }) => {
      if (name === undefined) return snapshots.list()
      if (word !== 'diff') throw new StoreFault(404, 'Use GET /_emulator/snapshots/<name>/diff')
      return snapshots.diff(name, query.get('to') ?? undefined).map(shownDifference)
    },
    POST: ({ rest: [name, word], body }) => {
      if (name === undefined) return snapshots.save(nameOf(body))
      if (word !== 'load') throw new StoreFault(404, 'Use POST /_emulator/snapshots/<name>/load')
      snapshots.load(name)
      return undefined
    },
    DELETE: ({ rest: [name] }) => {
      if (!snapshots.remove(nameIn(name))) throw new StoreFault(404, `There is no snapshot ${name ?? ''}`)
      return undefined
    },
  }
}

function requestOperations({ log }: ControlParts): Readonly<Record<string, ControlOperation>> {
  return {
    GET: ({ query }) => {
      const [method, path, status] = ['method', 'path', 'status'].map((name) => query.get(name))
      return log.entries({ ...(method ? { method } : {}), ...(path ? { path } : {}), ...(status ? { status: Number(status) } : {}) })
    },
    DELETE: () => log.clear(),
  }
}

/** The delivery as it is shown without a key or a login. */
function shownDelivery(delivery: Delivery): Delivery {
  return { ...delivery, url: maskAddresses(delivery.url) }
}

function deliveryOperations({ webhooks }: ControlParts): Readonly<Record<string, ControlOperation>> {
  return {
    GET: () => webhooks.deliveries().map(shownDelivery),
    POST: async ({ rest: [id, word] }) => {
      if (word !== 'resend' || !/^\d{1,15}$/.test(id ?? '')) throw new StoreFault(404, 'Use POST /_emulator/deliveries/<id>/resend')
      return shownDelivery(await webhooks.resend(Number(id)))
    },
    DELETE: () => webhooks.clear(),
  }
}

/** The first names of the control API: `/_emulator/<name>`. */
export const controlNames = [
  'health',
  'assumptions',
  'requests',
  'writes',
  'faults',
  'snapshots',
  'outbox',
  'deliveries',
  'lint',
  'clock',
  'seed',
  'reset',
] as const

/** The operations of the control API by first name and method. */
export function controlOperations(
  parts: ControlParts,
): Readonly<Record<(typeof controlNames)[number], Readonly<Record<string, ControlOperation>>>> {
  const { assumptions, clock, faults, instance, outbox, profile, site, store, writes } = parts
  return {
    health: { GET: () => ({ status: 'ready', store, instance, profile, site, ...clockState(clock) }) },
    assumptions: { GET: () => assumptions },
    requests: requestOperations(parts),
    writes: { GET: () => writes.entries().map(shownWrite), DELETE: () => writes.clear() },
    faults: {
      GET: () => ({ plans: faults.plans(), fired: faults.fired() }),
      POST: ({ body }) => {
        const plans: readonly unknown[] = Array.isArray(body) ? body : [body]
        faults.add(...plans.map(checkFaultPlan))
        return { plans: faults.plans(), fired: faults.fired() }
      },
      DELETE: () => faults.clear(),
    },
    snapshots: snapshotOperations(parts),
    outbox: { GET: () => outbox.mails(), DELETE: () => outbox.clear() },
    deliveries: deliveryOperations(parts),
    lint: { GET: () => parts.lint() },
    clock: {
      GET: () => clockState(clock),
      POST: async ({ body }) => {
        await setClock(parts, body)
        return clockState(clock)
      },
    },
    seed: { POST: ({ body }) => parts.seed(readSeed(body)) },
    reset: { POST: () => parts.reset() },
  }
}
