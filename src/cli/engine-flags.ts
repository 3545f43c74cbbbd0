import { availableParallelism } from 'node:os'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

/**
 * A catalogue or a plan is read in pieces. With room for several of them most are dead at the next collection of young objects; with more room than this
 * they leave the cache of the processor.
 */
const youngBytes = 8 << 20

/** With so few processors, threads that compile and collect garbage take the time of the program. */
const fewProcessors = 2
const ofFewProcessors = ['--no-parallel-scavenge', '--concurrent-turbofan-max-threads=1']

/** Sets the flags of the engine for a command that reads a plan or compares answers (docs/decisions/009-large-catalogues.md, 073-few-processors.md). */
export function setEngineFlags(): void {
  setFlagsOfProcessors()
  keepYoungGeneration()
}

/**
 * Sets the flags of the engine for a command that reads a catalogue. What is returned is to be called as it is read: the young generation grows by itself,
 * and no further than `youngBytes` (docs/decisions/076-generations.md).
 */
export function setReadingFlags(): () => void {
  setFlagsOfProcessors()
  let isKept = false
  let lookedAt = -Infinity
  return () => {
    const now = performance.now()
    if (isKept || now - lookedAt < pauseMs) return
    lookedAt = now
    isKept = youngCapacity() >= youngBytes
    if (isKept) keepYoungGeneration()
  }
}

/** Looking takes a two hundredth of it. */
const pauseMs = 1

function setFlagsOfProcessors(): void {
  if (availableParallelism() <= fewProcessors) for (const flag of ofFewProcessors) setFlagsFromString(flag)
}

function keepYoungGeneration(): void {
  setFlagsFromString('--semi-space-growth-factor=1')
}

function youngCapacity(): number {
  const space = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')
  // Half of it is empty.
  return space === undefined ? youngBytes : space.space_size / 2
}

/**
 * Has the old generation collected before it has grown by half. A command that writes makes a large part of it garbage: it saves a third of the memory of
 * an apply, for a tenth of its processor time. A command that only reads takes a twentieth more time and hardly less memory
 * (docs/decisions/076-old-generation.md).
 */
export function collectEarly(): void {
  setFlagsFromString('--heap-growing-percent=40')
}

/**
 * Has the compiler inline a fifth of what it does by default: it takes a fifth of the processor time of a run without a cache
 * (docs/decisions/071-tapes-in-the-cache.md).
 */
export function limitInlining(): void {
  setFlagsFromString('--max-inlined-bytecode-size-cumulative=200')
}
