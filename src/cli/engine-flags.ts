import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism, constants, getPriority, setPriority } from 'node:os'
import { getHeapSpaceStatistics } from 'node:v8'
import type { Surroundings } from './surroundings.ts'
import { usualInlining } from './usual-engine-flags.ts'

/** What sets the flags, if anything does. */
type Engine = Pick<Surroundings, 'setEngineFlag'>

/**
 * A catalogue is read in pieces. With room for several of them most are dead at the next collection of young objects. With twice as much room `validate` of many
 * documents took 1.4 times the time and 1.7 times the memory (docs/decisions/076-generations.md).
 */
const youngBytes = 8 << 20

/** With so few, threads that compile and collect garbage take the time of the program. */
const fewProcessors = 2

function hasFewProcessors(): boolean {
  return availableParallelism() <= fewProcessors
}

const ofFewProcessors = ['--no-parallel-scavenge', '--concurrent-turbofan-max-threads=1']

/**
 * V8 optimises a WebAssembly function when about so many bytes of its code have run; with this number no command reaches it. undici parses answers with one large function:
 * optimising it takes 0.1 to 0.2 seconds of a thread and up to 40 MB, and 20,000 answers take the same processor time without it.
 */
const keepBaselineWasm = '--wasm-tiering-budget=2000000000'

/**
 * Sets the flags of the engine for a command that reads a catalogue or a plan (docs/decisions/009-large-catalogues.md, 073-few-processors.md,
 * 082-short-runs.md).
 */
export function setEngineFlags(engine: Engine): void {
  engine.setEngineFlag?.(keepBaselineWasm)
  if (hasFewProcessors()) for (const flag of ofFewProcessors) engine.setEngineFlag?.(flag)
  keepYoungGeneration(engine)
}

/** To be called while a catalogue or a plan is read. `bytes`: of the documents that are read so far. */
export type OnRead = (bytes?: number) => void

/** The same for a command that reads a catalogue or a plan: where reading takes long, the young generation grows. */
export function setReadingFlags(engine: Engine): OnRead {
  setEngineFlags(engine)
  // The first use of `performance` loads a part of Node that `validate` does not need.
  const start = Date.now()
  let isGrown = engine.setEngineFlag === undefined
  return () => {
    if (isGrown || Date.now() - start < longMs) return
    isGrown = true
    growYoungGeneration(engine)
  }
}

/** Growing takes about 10 ms, and saves a twentieth to a tenth of the time of `validate`. */
const longMs = 500

function keepYoungGeneration(engine: Engine): void {
  engine.setEngineFlag?.('--semi-space-growth-factor=1')
}

/**
 * Has the young generation grow to `youngBytes` and no further. V8 cannot be told its size at run time: it is doubled after a collection that finds more
 * objects alive than it has room for.
 */
function growYoungGeneration(engine: Engine): void {
  engine.setEngineFlag?.('--semi-space-growth-factor=2')
  const list = Array.from({ length: 1_000 }, () => 0)
  const alive: object[] = []
  while (youngCapacity() < youngBytes && alive.length < mostAlive) alive.push(list.slice())
  keepYoungGeneration(engine)
}

/** More than it takes for a generation that has not grown at all. */
const mostAlive = 4_000

function youngCapacity(): number {
  const space = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')
  // Half of it is empty.
  return space === undefined ? youngBytes : space.space_size / 2
}

/**
 * Has the old generation collected before it has grown by half, for commands that keep much in it for a while: it saves a third of the memory of `apply`, for a
 * tenth of its processor time. A plan would take a twentieth more time, for hardly less memory (docs/decisions/076-generations.md).
 */
export function collectEarly(engine: Engine): void {
  engine.setEngineFlag?.('--heap-growing-percent=40')
}

/**
 * As `setReadingFlags`, for `plan`: with few processors, threads that compile and collect garbage give way to the main thread, and the compiler inlines less until more than
 * a small catalogue has been read. An `apply` takes an eighth more memory with that, since garbage is collected later (docs/decisions/082-short-runs.md).
 */
export function setPlanFlags(engine: Engine): OnRead {
  const onRead = setReadingFlags(engine)
  if (!hasFewProcessors() || engine.setEngineFlag === undefined) return onRead
  lowerThreadsOfEngine()
  limitInlining(engine)
  let isLimited = true
  return (bytes = 0) => {
    onRead()
    if (!isLimited || bytes <= smallBytes) return
    isLimited = false
    setInlining(engine, usualInlining)
  }
}

/** About 10,000 products without variants. A plan of 15,000 products with variants takes a tenth more time where the compiler inlines less. */
const smallBytes = 6_000_000

/** As the engine names them. */
const nameOfThreads = 'V8Worker'
const threadsOfProcess = '/proc/self/task'

/** Linux alone has priorities of threads; elsewhere, and where they cannot be listed, nothing changes. */
function lowerThreadsOfEngine(): void {
  const { PRIORITY_BELOW_NORMAL: less, PRIORITY_LOW: least } = constants.priority
  try {
    const lower = Math.min(getPriority() + less, least)
    for (const thread of readdirSync(threadsOfProcess)) {
      const name = readFileSync(`${threadsOfProcess}/${thread}/comm`, 'utf8')
      if (name.startsWith(nameOfThreads)) setPriority(Number(thread), lower)
    }
  } catch {
    // It is about speed alone.
  }
}

/**
 * Has the compiler inline a fifth of what it does by default: it takes a fifth of the processor time of a `validate` without a cache
 * (docs/decisions/071-tapes-in-the-cache.md), and a tenth of that of a plan of 10,000 products.
 */
export function limitInlining(engine: Engine): void {
  setInlining(engine, 200)
}

/** The most bytecode that the compiler inlines into one function. */
function setInlining(engine: Engine, bytes: number): void {
  engine.setEngineFlag?.(`--max-inlined-bytecode-size-cumulative=${bytes}`)
}
