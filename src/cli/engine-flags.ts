import { availableParallelism } from 'node:os'
import { setFlagsFromString } from 'node:v8'

/** A catalogue or a plan is read in pieces: a young generation that does not grow costs little for them, and saves memory. */
const youngGeneration = '--semi-space-growth-factor=1'

/** With so few processors, threads that compile and collect garbage take the time of the program. */
const fewProcessors = 2
const ofFewProcessors = ['--no-parallel-scavenge', '--concurrent-turbofan-max-threads=1']

/** Sets the flags of the engine for a command that reads a catalogue or a plan (docs/decisions/009-large-catalogues.md, 073-few-processors.md). */
export function setEngineFlags(): void {
  const isFew = availableParallelism() <= fewProcessors
  for (const flag of isFew ? [youngGeneration, ...ofFewProcessors] : [youngGeneration]) setFlagsFromString(flag)
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
