import type { RunClock } from '../../src/apply/clock.ts'
import { OperationalError } from '../../src/errors.ts'
import type { RecordTree } from '../../src/resources/record-tree.ts'
import type { State } from '../../src/state/state.ts'
import { answerFault } from '../../src/store/answer-fault.ts'
import type { StoreClient, StoreFiles } from '../../src/store/store-client.ts'
import { collected } from './collected.ts'
import type { Fault, FaultAt } from './fault-case.ts'
import type { SharedClock } from './shared-clock.ts'
import { firstRows, nextState, rowCount, type StoreWrite, writeText } from './store-write.ts'

/** One call through a port of the engine. */
export interface Call {
  /** Counted from 1 in its process. */
  readonly number: number
  readonly port: 'state' | 'store' | 'files' | 'clock' | 'pictures'
  readonly name: string
  /** The request, where the call changes the store. */
  readonly write: StoreWrite | null
  /** The roots that the call reads, as `Product TEE`, or the folder that it lists, as `folder images/items`. */
  readonly reads: readonly string[]
}

/** Every later call of a process that has died is rejected with this. */
export class ProcessDied extends Error {}

/** What a process runs on. */
export interface Surroundings {
  readonly clock: SharedClock
  /** The state that all processes share. */
  readonly state: State
  /** For reading; writes go through `deliver`. */
  readonly store: StoreClient
  /** Gives a write to the store. Rejects as the store client does. */
  readonly deliver: (write: StoreWrite) => Promise<void>
  readonly readPicture: (from: string, sha256: string) => Promise<Uint8Array>
}

/** The ports of one process, with its faults. */
export interface SimulatedProcess {
  readonly state: State
  readonly store: StoreClient
  readonly clock: RunClock
  readonly readPicture: Surroundings['readPicture']
  readonly calls: readonly Call[]
  /** What was wrong with its calls, such as a write that was not in the journal. */
  readonly wrong: readonly string[]
  readonly isDead: () => boolean
  /** The number of writes that it has sent. */
  readonly writes: () => number
  /** Resolves once it has paused. */
  readonly paused: Promise<void>
  /** Lets it go on. */
  wake(): void
  /** Calls this before the call with this number; the call waits for it. */
  before(call: number, act: () => Promise<void>): void
  /** Calls this before the n-th call after the one that acquires the lease; the call waits for it. */
  afterLease(count: number, act: () => Promise<void>): void
}

/** Opens the ports of a process. */
export function simulatedProcess(surroundings: Surroundings, faults: readonly FaultAt[]): SimulatedProcess {
  const { clock, deliver } = surroundings
  const faultAt = new Map(faults.map(({ call, fault }) => [call, fault]))
  const calls: Call[] = []
  const wrong: string[] = []
  const hooks = new Map<number, () => Promise<void>>()
  let hook: { readonly count: number; readonly act: () => Promise<void> } | null = null
  let leasedAt = Number.POSITIVE_INFINITY
  const refusals = new Map<string, Fault & { kind: 'refused' }>()
  const paused = Promise.withResolvers<void>()
  let frozen: PromiseWithResolvers<void> | null = null
  let dead = false
  let intended = 0
  let sent = 0

  const live = async (): Promise<void> => {
    if (frozen) await frozen.promise
    if (dead) throw new ProcessDied('the process has died')
  }
  const die = (): never => {
    dead = true
    throw new ProcessDied('the process dies here')
  }
  const pause = async (): Promise<void> => {
    frozen = Promise.withResolvers()
    paused.resolve()
    await frozen.promise
  }

  /** Performs one call with its fault. */
  async function call<T>({ port, name, write = null, reads = [] }: Made, act: (number: number) => Promise<T>): Promise<T> {
    await live()
    const number = calls.length + 1
    calls.push({ number, port, name, write, reads })
    await hooks.get(number)?.()
    if (hook && number === leasedAt + hook.count) await hook.act()
    const fault = faultAt.get(number)
    if (fault?.kind === 'dies' && fault.when === 'before') die()
    if (fault?.kind === 'pauses' && fault.when === 'before') {
      await pause()
      await live()
    }
    if (fault?.kind === 'read-fails' && port !== 'state' && write === null) throw lostError(`${port} ${name}`)
    const result = await act(number)
    if (fault?.kind === 'dies' && fault.when === 'after') die()
    if (fault?.kind === 'pauses' && fault.when === 'after') await pause()
    if (name === 'acquireLease') leasedAt = number
    await live()
    return result
  }

  /** Gives a write to the store, with its fault. */
  async function send(write: StoreWrite, number: number): Promise<void> {
    const text = writeText(write)
    const fault = faultAt.get(number) ?? refusals.get(nextState('', write))
    if (intended === 0) wrong.push(`${text} was sent before it was in the journal`)
    sent += 1
    const deliverNow = (): Promise<void> => clock.during(() => deliver(write))
    if (!fault) return deliverNow()
    switch (fault.kind) {
      case 'answer-lost':
        await deliverNow().catch(ignoreRefusal)
        return giveUp(text, fault)
      case 'request-lost':
        return giveUp(text, { ...fault, dies: false })
      case 'acts-late':
        clock.schedule(fault.afterMs + fault.actsMs, () => deliver(write).catch(ignoreRefusal))
        return giveUp(text, fault)
      case 'torn': {
        const records = write.kind === 'post' ? firstRows(write.records, Math.floor(rowCount(write.records) * fault.part)) : []
        if (write.kind === 'post' && records.length > 0)
          await clock.during(() => deliver({ ...write, records })).catch(ignoreRefusal)
        return giveUp(text, { ...fault, afterMs: 0 })
      }
      case 'acted-refused':
        await deliverNow().catch(ignoreRefusal)
        throw refusal(fault.status, text)
      case 'refused':
        if (fault.always) refusals.set(nextState('', write), fault)
        throw refusal(fault.status, text)
      case 'dies':
      case 'pauses':
      case 'read-fails':
        return deliverNow()
      default:
        return fault satisfies never
    }
  }

  async function giveUp(text: string, { afterMs, dies }: { afterMs: number; dies: boolean }): Promise<never> {
    if (afterMs > 0) await clock.sleep(afterMs)
    if (dies) die()
    throw lostError(text)
  }

  const reading: Reading = (port, name, act, reads = []) => call({ port, name, reads }, () => clock.during(act))
  const writing = (port: Call['port'], name: string, write: StoreWrite): Promise<void> => call({ port, name, write }, (number) => send(write, number))

  return {
    calls,
    wrong,
    isDead: () => dead,
    writes: () => sent,
    paused: paused.promise,
    wake() {
      frozen?.resolve()
      frozen = null
    },
    before: (number, act) => void hooks.set(number, act),
    afterLease: (count, act) => void (hook = { count, act }),
    readPicture: (from, sha256) => reading('pictures', 'read', () => surroundings.readPicture(from, sha256)),
    clock: { now: clock.now, sleep: (milliseconds, signal) => call({ port: 'clock', name: 'sleep' }, () => clock.sleep(milliseconds, signal)) },
    state: {
      ...stateOf(surroundings.state, reading),
      async intend(runId, fence, attempt) {
        await reading('state', 'intend', () => surroundings.state.intend(runId, fence, attempt))
        intended += 1
      },
      async conclude(runId, fence, end) {
        intended -= 1
        await reading('state', 'conclude', () => surroundings.state.conclude(runId, fence, end))
      },
    },
    store: storeOf(surroundings.store, reading, writing),
  }
}

type Made = Pick<Call, 'port' | 'name'> & Partial<Pick<Call, 'write' | 'reads'>>
type Reading = <T>(port: Call['port'], name: string, act: () => Promise<T>, reads?: Call['reads']) => Promise<T>

function stateOf(state: State, reading: Reading): Omit<State, 'intend' | 'conclude'> {
  const through = <T>(name: string, act: () => Promise<T>): Promise<T> => reading('state', name, act)
  return {
    acquireLease: (request) => through('acquireLease', () => state.acquireLease(request)),
    renewLease: (lease, times) => through('renewLease', () => state.renewLease(lease, times)),
    releaseLease: (lease) => through('releaseLease', () => state.releaseLease(lease)),
    leaseOf: (store) => through('leaseOf', () => state.leaseOf(store)),
    startRun: (run) => through('startRun', () => state.startRun(run)),
    classify: (runId, fence, verdicts) => through('classify', () => state.classify(runId, fence, verdicts)),
    endRun: (runId, fence, end) => through('endRun', () => state.endRun(runId, fence, end)),
    runs: () => through('runs', () => state.runs()),
    runOf: (runId) => through('runOf', () => state.runOf(runId)),
    planOf: (runId) => through('planOf', () => state.planOf(runId)),
    attemptsOf: (runId) => through('attemptsOf', () => state.attemptsOf(runId)),
    operationsOf: (runId) => through('operationsOf', () => state.operationsOf(runId)),
    unsettled: (store) => through('unsettled', () => state.unsettled(store)),
    rememberFile: (store, file) => through('rememberFile', () => state.rememberFile(store, file)),
    forgetFile: (store, path) => through('forgetFile', () => state.forgetFile(store, path)),
    rememberedFiles: (store) => through('rememberedFiles', () => state.rememberedFiles(store)),
    close: () => Promise.resolve(),
  }
}

type Writing = (port: Call['port'], name: string, write: StoreWrite) => Promise<void>

function storeOf(store: StoreClient, reading: Reading, writing: Writing): StoreClient {
  const rows = async function* (name: string, read: () => AsyncIterable<RecordTree>, reads: Call['reads'] = []): AsyncIterable<RecordTree> {
    yield* await reading('store', name, () => collected(read()), reads)
  }
  return {
    ...store,
    files: store.files && filesOf(store.files, reading, writing),
    readAll: (scope) => rows('readAll', () => store.readAll(scope)),
    readWhere: (scope, field, values) =>
      rows(
        'readWhere',
        () => store.readWhere(scope, field, values),
        values.map((value) => `${scope.resource} ${value}`),
      ),
    count: (resource) => reading('store', 'count', () => store.count(resource)),
    schemaFields: (resource) => reading('store', 'schemaFields', () => store.schemaFields(resource)),
    post: (spec, records) => writing('store', 'post', { kind: 'post', spec, records }),
    deletePrices: (skus) => writing('store', 'deletePrices', { kind: 'delete-prices', skus }),
    deleteRow: (resource, where) => writing('store', 'deleteRow', { kind: 'delete-row', resource, where }),
    close: () => Promise.resolve(),
  }
}

function filesOf(files: StoreFiles, reading: Reading, writing: Writing): StoreFiles {
  return {
    list: (folder) => reading('files', 'list', () => files.list(folder), [`folder ${folder}`]),
    read: (path) => reading('files', 'read', () => files.read(path)),
    hash: (path) => reading('files', 'hash', () => files.hash(path)),
    write: (path, bytes) => writing('files', 'write', { kind: 'write-file', path, bytes }),
    remove: (path) => writing('files', 'remove', { kind: 'remove-file', path }),
  }
}

function lostError(text: string): OperationalError {
  return new OperationalError('store-unreachable', `The answer to ${text} did not arrive.`, {
    fix: 'Try again.',
    context: { reason: 'timeout', answer: 'lost' },
  })
}

function refusal(status: number, what: string): OperationalError {
  const text = `<rsp stat="fail" version="3.0"><error><code>${status}</code><msg>refused by the test</msg></error></rsp>`
  const headers: Record<string, string> = status === 429 ? { 'retry-after': '2' } : {}
  return answerFault({ status, headers, text, what: what.slice(0, 60), host: 'shop' })
}

/** A write whose answer nobody waits for may be refused. */
function ignoreRefusal(error: unknown): void {
  if (!(error instanceof OperationalError)) throw error
}
