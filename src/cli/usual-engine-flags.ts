/** The most bytecode that the compiler of Node 24 inlines into one function. */
export const usualInlining = 920

/** The flags of V8 that commands set, each as it is in Node 24 before one does. */
export const usualEngineFlags: ReadonlyMap<string, string> = new Map(
  [
    '--concurrent-turbofan-max-threads=4',
    '--heap-growing-percent=0',
    `--max-inlined-bytecode-size-cumulative=${usualInlining}`,
    '--parallel-scavenge',
    '--semi-space-growth-factor=2',
    '--wasm-tiering-budget=13000000',
  ].map((flag) => [engineFlagName(flag), flag]),
)

/** The name of a flag, the same for each of its values. */
export function engineFlagName(flag: string): string {
  return flag.replace(/^--(?:no-)?/, '').replace(/=.*/, '')
}
