import { availableParallelism } from 'node:os'
import { setFlagsFromString } from 'node:v8'

/**
 * A catalogue or a plan is read in pieces: a small young generation for them, and an early collection, cost little and save a third to a half of the
 * memory.
 */
const ofHeap = ['--semi-space-growth-factor=1', '--heap-growing-percent=40']

/** With so few processors, threads that compile and collect garbage take the time of the program. */
const fewProcessors = 2
const ofFewProcessors = ['--no-parallel-scavenge', '--concurrent-turbofan-max-threads=1']

/** Sets the flags of the engine for a command that reads a catalogue or a plan (docs/decisions/009-large-catalogues.md, 073-few-processors.md). */
export function setEngineFlags(): void {
  for (const flag of availableParallelism() > fewProcessors ? ofHeap : [...ofHeap, ...ofFewProcessors]) setFlagsFromString(flag)
}

/**
 * Has the compiler inline a fifth of what it does by default: it takes a fifth of the processor time of a run without a cache
 * (docs/decisions/071-tapes-in-the-cache.md).
 */
export function limitInlining(): void {
  setFlagsFromString('--max-inlined-bytecode-size-cumulative=200')
}
