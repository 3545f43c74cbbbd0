/** Milliseconds of processor time that this process spent on something: unlike those of a clock they do not grow while other programs run. */
export async function cpuMs(work: () => unknown): Promise<number> {
  return (await timed(work)).took
}

/** The same, with the result of the work. */
export async function timed<T>(work: () => T | Promise<T>): Promise<{ readonly seen: T; readonly took: number }> {
  const before = process.cpuUsage()
  const seen = await work()
  const { user, system } = process.cpuUsage(before)
  return { seen, took: (user + system) / 1000 }
}
