import { createHash } from 'node:crypto'
import type { ApplyInput } from '../../src/apply/apply-input.ts'
import { applyPlan } from '../../src/apply/apply-plan.ts'
import type { ApplyEvent, Run } from '../../src/apply/events.ts'
import type { RunningEmulator } from '../../src/emulator/emulator-options.ts'
import { startEmulator } from '../../src/emulator/start-emulator.ts'
import type { Change } from '../../src/diff/change.ts'
import type { Plan } from '../../src/plan/plan.ts'
import type { Step } from '../../src/plan/step.ts'
import type { Children, RecordTree } from '../../src/resources/record-tree.ts'
import type { ResourceName } from '../../src/resources/registry.ts'
import type { Fields } from '../../src/resources/resource.ts'
import { openState } from '../../src/state/open-state.ts'
import type { State } from '../../src/state/state.ts'
import { openStore } from '../../src/store/open-store.ts'
import type { StoreClient } from '../../src/store/store-client.ts'
import type { StoreSettings } from '../../src/store/store-settings.ts'
import { type VirtualClock, virtualClock } from './virtual-clock.ts'
import { planOf } from './sample-plan.ts'
import { type ScriptedStore, startScriptedStore } from './scripted-store.ts'

/** The bytes of every picture of the bench. */
export const picture = new TextEncoder().encode('bytes of a picture')
export const sha256 = createHash('sha256').update(picture).digest('hex')

/** A record in a plan. */
export function record(resource: ResourceName, fields: Fields, children: Children<RecordTree> = {}): RecordTree {
  return { resource, fields, children }
}

/** A step without the parts that the bench fills in. */
export type Work = Step extends infer S
  ? S extends Step
    ? Omit<S, 'id' | 'stage' | 'title' | 'needs' | 'changes'> & { needs?: readonly string[]; changes?: readonly string[] }
    : never
  : never

/** These steps, numbered. */
function stepsOf(works: readonly Work[]): Step[] {
  return works.map((work, index): Step => ({
    stage: 'products',
    title: `step ${index + 1}`,
    needs: [],
    changes: [],
    ...work,
    id: `s${index + 1}`,
  }))
}

export const post = (spec: string, records: readonly RecordTree[], more: Partial<Work> = {}): Work =>
  ({ kind: 'post', idempotency: 'keyed', spec, records, ...more }) as Work
export const verify = (...of: string[]): Work => ({ kind: 'verify', idempotency: 'read', of, needs: of })
export const upload = (path: string): Work => ({
  kind: 'put-file',
  idempotency: 'file',
  path,
  from: 'images/a.png',
  size: picture.length,
  sha256,
})

/** An embedded store, a client, a state, and applies of steps written by hand. */
export interface Bench extends AsyncDisposable {
  readonly emulator: RunningEmulator
  readonly store: StoreClient
  readonly state: State
  readonly events: ApplyEvent[]
  readonly clock: VirtualClock
  readonly slept: readonly number[]
  apply(
    works: readonly Work[],
    more?: {
      changes?: readonly Change[]
      stop?: AbortController
      onEvent?: (event: ApplyEvent) => void
      bytes?: Uint8Array
      readPicture?: () => Promise<Uint8Array>
      strict?: boolean
      runId?: string
      endedBy?: Date | undefined
      /** In place of the Files API of the store. */
      files?: StoreClient['files']
      baseOf?: ApplyInput['baseOf']
      /** In place of the turns of the store's pace. */
      reserve?: StoreClient['pace']['reserve']
      /** Requests at the same time; default 4. */
      concurrency?: number
    },
  ): Promise<Run>
  rows(resource: ResourceName, ...fields: string[]): Promise<string[]>
}

/** An embedded store; `front`: a server in front of it, whose address the client uses; `settings`: others of the client. */
export async function startBench(front?: ScriptedStore, given?: RunningEmulator, settings: Partial<StoreSettings> = {}): Promise<Bench> {
  const emulator = given ?? (await startEmulator())
  const { url, filesUrl, site, key, capabilities } = emulator
  const clock = virtualClock()
  const address = { name: 'local', baseUrl: front?.url ?? url, filesUrl, siteName: site }
  const store = openStore({ ...address, key, capabilities, sleep: clock.sleep, ...settings })
  const direct = openStore({ name: 'local', baseUrl: url, filesUrl: null, siteName: null, key, capabilities })
  const state = await openState(':memory:')
  const events: ApplyEvent[] = []
  return {
    emulator,
    store,
    state,
    events,
    clock,
    slept: clock.slept,
    apply: (
      works,
      {
        changes = [],
        stop = new AbortController(),
        onEvent,
        bytes = picture,
        readPicture = () => Promise.resolve(bytes),
        strict = false,
        runId = 'run-1',
        endedBy,
        files = store.files,
        baseOf,
        reserve = (until?: AbortSignal) => store.pace.reserve(until),
        concurrency = 4,
      } = {},
    ) => {
      const base = planOf(changes)
      const plan: Plan = { ...base, steps: stepsOf(works), madeFrom: { ...base.madeFrom, capabilities } }
      return applyPlan({
        plan,
        store: { ...store, files, pace: { ...store.pace, reserve } },
        state,
        strict,
        readPicture,
        clock,
        runId,
        endedBy,
        stop: stop.signal,
        onEvent: (event) => {
          events.push(event)
          onEvent?.(event)
        },
        limits: { concurrency, settleMs: 60_000 },
        ...(baseOf && { baseOf }),
      })
    },
    rows: async (resource, ...fields) => {
      const rows: string[] = []
      for await (const row of direct.readAll({ resource, fields, children: [] }))
        rows.push(fields.map((field) => row.fields[field] ?? '').join(' '))
      return rows.toSorted()
    },
    async [Symbol.asyncDispose]() {
      await state.close()
      await Promise.all([store.close(), direct.close()])
      await emulator.close()
    },
  }
}

/** Id and outcome of each step. */
export function outcomes(run: Run): string[] {
  return run.steps.map(({ id, outcome }) => `${id} ${outcome}`)
}

type Script = Parameters<typeof startScriptedStore>[0]

/** A script that passes requests on to the emulator, but for those that `answer` has answered itself. */
export function forwarding(emulator: RunningEmulator, answer: (...given: Parameters<Script>) => boolean): Script {
  return (request, response) => {
    if (answer(request, response)) return
    const { method, url, authorization, body } = request
    const forwarded = fetch(`${emulator.url}${url}`, { method, headers: { authorization }, ...(body === '' ? {} : { body }) })
    void forwarded.then(async (received) => response.writeHead(received.status).end(await received.text()))
  }
}

/** A script that breaks the connection of the first `times` POSTs, which never reach the emulator. */
export function droppingPosts(emulator: RunningEmulator, times: number): Script {
  let left = times
  return forwarding(emulator, ({ method }, response) => {
    if (method !== 'POST' || left === 0) return false
    left -= 1
    response.socket?.destroy()
    return true
  })
}

/** A proxy to the emulator that lets writes commit and then breaks the connection, the first `times` times. */
export async function lossyFront(emulator: RunningEmulator, times: number): Promise<ScriptedStore> {
  let left = times
  return startScriptedStore((request, response) => {
    const { method, url, authorization, body } = request
    const forwarded = fetch(`${emulator.url}${url}`, { method, headers: { authorization }, ...(body === '' ? {} : { body }) })
    void forwarded.then(async (answer) => {
      const text = await answer.text()
      if (method !== 'GET' && left > 0) {
        left -= 1
        response.socket?.destroy()
      } else response.writeHead(answer.status).end(text)
    })
  })
}
