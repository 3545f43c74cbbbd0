import { isDeepStrictEqual } from 'node:util'
import { OperationalError } from '../../src/errors.ts'
import type { RecordTree } from '../../src/resources/record-tree.ts'
import type { PresentFile, StoreClient, StoreFiles } from '../../src/store/store-client.ts'
import { collected } from './collected.ts'
import { nextState, sendWrite, type StoreWrite } from './store-write.ts'

/** Of so many answers from memory, one is asked for again and compared. */
const checkedOneIn = 50

/**
 * A store that is asked for each answer once in each of its states: the same writes from the start lead to the same state. A write whose
 * outcome is known is only sent when an answer is missing. Calls have their turns, one after another.
 */
export interface RememberingStore {
  /** For reading. */
  readonly client: StoreClient
  /** Runs `act` while nobody else reads or writes. */
  inTurn<T>(act: (now: StoreNow) => Promise<T>): Promise<T>
  /** Goes back to the start. */
  reset(): void
  /** Goes back to the start in the store itself, for processes that write to it directly. From then on the memory does not know the state of the store. */
  restart(): void
}

/** The store for one turn. */
export interface StoreNow {
  /** For reading. */
  readonly client: StoreClient
  /** The name of the present state; that of the start is empty. */
  readonly state: () => string
  /** Gives a write to the store. Rejects as the store client does; a refused body may have been written in part. */
  deliver(write: StoreWrite): Promise<void>
  /** Runs `act` after each of these writes, which is then taken back; one that is refused is taken back at once. */
  afterEach<W extends StoreWrite>(writes: readonly W[], act: (write: W) => Promise<void>): Promise<void>
}

/** The states of the store that it can be brought back to. */
export interface SavedStates {
  save(name: string): void
  load(name: string): void
}

const start = 'start'
const beforeWrites = 'before-writes'

/** The present state of the store is its start. */
export function rememberingStore(store: StoreClient, saved: SavedStates): RememberingStore {
  saved.save(start)
  /** What was written since the start, each with the state that it led to. */
  let course: readonly { readonly state: string; readonly write: StoreWrite }[] = []
  /** The state of the store itself, and that of `beforeWrites`. */
  let [reached, kept] = ['', '']
  const refusals = new Map<string, OperationalError | null>()
  const [turn, alone] = [oneByOne(), oneByOne()]

  const state = (): string => course.at(-1)?.state ?? ''
  const goBack = (): void => {
    reached = course.some((each) => each.state === kept) ? kept : ''
    saved.load(reached === '' ? start : beforeWrites)
  }
  /** Brings the store itself to the present state. */
  async function catchUp(): Promise<void> {
    const place = (): number => course.findIndex((each) => each.state === reached)
    if (reached !== '' && place() === -1) goBack()
    for (const { state: next, write } of course.slice(place() + 1)) {
      refusals.set(next, await sendWrite(store, write).then(() => null, refusalOf))
      reached = next
    }
  }
  async function deliver(write: StoreWrite): Promise<void> {
    const next = nextState(state(), write)
    course = [...course, { state: next, write }]
    if (!refusals.has(next)) await alone(catchUp)
    const refusal = refusals.get(next)
    if (refusal) throw refusal
  }
  async function afterEach<W extends StoreWrite>(writes: readonly W[], act: (write: W) => Promise<void>): Promise<void> {
    const before = course
    const missing = writes.filter((write) => !refusals.has(nextState(state(), write)))
    if (missing.length > 1 && course.length > 0) {
      await alone(catchUp)
      saved.save(beforeWrites)
      kept = reached
    }
    for (const write of writes) {
      const refusal = await deliver(write).then(() => null, refusalOf)
      if (!refusal) await act(write)
      course = before
    }
  }
  // Several reads of one turn can be under way together.
  const askStore: Calls = async (ask) => {
    await alone(catchUp)
    return ask()
  }
  const memories = memoriesOf(askStore, state)
  const now: StoreNow = { client: readsThrough(store, memories, (act) => act()), state, deliver, afterEach }
  return {
    client: readsThrough(store, memories, turn),
    inTurn: (act) => turn(() => act(now)),
    reset: () => void (course = []),
    restart() {
      course = []
      goBack()
    },
  }
}

/** The refusal of the store; anything else is thrown. */
function refusalOf(error: unknown): OperationalError {
  if (error instanceof OperationalError) return error
  throw error
}

/** Makes a call, at once or after earlier ones. */
type Calls = <T>(act: () => Promise<T>) => Promise<T>
/** The answers to one kind of question. */
type Memory<T> = (question: unknown, ask: () => Promise<T>) => Promise<T>

interface Memories {
  readonly records: Memory<readonly RecordTree[]>
  readonly count: Memory<number>
  readonly names: Memory<readonly string[] | null>
  readonly list: Memory<readonly PresentFile[]>
  readonly bytes: Memory<Uint8Array>
  readonly hash: Memory<string>
}

/** Makes calls one after another. */
function oneByOne(): Calls {
  let earlier: Promise<unknown> = Promise.resolve()
  return (act) => {
    const mine = earlier.then(act)
    earlier = mine.catch(() => undefined)
    return mine
  }
}

function memoriesOf(askStore: Calls, state: () => string): Memories {
  let remembered = 0
  function memory<T>(): Memory<T> {
    const answers = new Map<string, T>()
    return async (question, ask) => {
      const key = `${state()} ${JSON.stringify(question)}`
      const known = answers.get(key)
      if (known !== undefined) remembered += 1
      if (known !== undefined && remembered % checkedOneIn !== 0) return known
      const answer = await askStore(ask)
      if (known !== undefined && !isDeepStrictEqual(answer, known))
        throw new Error(`The store gave another answer in the same state: ${key}`)
      answers.set(key, answer)
      return answer
    }
  }
  return { records: memory(), count: memory(), names: memory(), list: memory(), bytes: memory(), hash: memory() }
}

/** A store whose reads go through memories; it has no writes. */
function readsThrough(store: StoreClient, memories: Memories, call: Calls): StoreClient {
  const records = async function* (question: unknown, read: () => AsyncIterable<RecordTree>): AsyncIterable<RecordTree> {
    yield* await call(() => memories.records(question, () => collected(read())))
  }
  return {
    ...store,
    files: store.files && filesThrough(store.files, memories, call),
    readAll: (scope) => records([scope], () => store.readAll(scope)),
    readWhere: (scope, field, values) => records([scope, field, values], () => store.readWhere(scope, field, values)),
    count: (resource) => call(() => memories.count(resource, () => store.count(resource))),
    schemaFields: (resource) => call(() => memories.names(resource, () => store.schemaFields(resource))),
    post: noWrites,
    deletePrices: noWrites,
    deleteRow: noWrites,
  }
}

function filesThrough(files: StoreFiles, memories: Memories, call: Calls): StoreFiles {
  return {
    ...files,
    list: (folder) => call(() => memories.list(folder, () => files.list(folder))),
    read: (path) => call(() => memories.bytes(path, () => files.read(path))),
    hash: (path) => call(() => memories.hash(path, () => files.hash(path))),
    write: noWrites,
    remove: noWrites,
  }
}

function noWrites(): Promise<never> {
  return Promise.reject(new Error('This store is only read; a write goes through deliver.'))
}
