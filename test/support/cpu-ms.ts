/** Milliseconds that this process worked on something: unlike those of a clock they do not grow while other programs run. */
export async function cpuMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
