/**
 * Milliseconds of processor time that this process spent on some work, as a quiet machine would have needed. A processor
 * that is shared does less in a millisecond; the same known work is measured before and after, and the result is scaled by it.
 */
export async function cpuMs(work: () => unknown): Promise<number> {
  return (await timed(work)).took
}

/** The same, with the result of the work. */
export async function timed<T>(work: () => T | Promise<T>): Promise<{ readonly seen: T; readonly took: number }> {
  const before = recentKnownWorkMs()
  const start = process.cpuUsage()
  const seen = await work()
  const { user, system } = process.cpuUsage(start)
  const took = (user + system) / 1000
  return { seen, took: took * Math.min(1, quietMs / Math.max(before, recentKnownWorkMs())) }
}

/** How long a measurement of the known work holds: many calls that measure short work share one. */
const recentMs = 1_000
let recent = { atMs: Number.NEGATIVE_INFINITY, ms: 0 }

function recentKnownWorkMs(): number {
  if (performance.now() - recent.atMs > recentMs) recent = { ms: knownWorkMs(), atMs: performance.now() }
  return recent.ms
}

/** What `knownWork` takes on a quiet machine of the kind that the bounds were set on. */
const quietMs = 4.6
const turns = 9

const rows = Array.from({ length: 2_000 }, (_, at) => ({ sku: `P-${at}`, price: `${at}.50`, title: `Product number ${at}` }))

function knownWork(): number {
  const text = JSON.stringify(rows)
  let seen = 0
  for (let turn = 0; turn < 4; turn += 1) {
    const known = new Set(Array.from(text.matchAll(/"sku":"(P-\d+)"/g), ([, sku]) => sku))
    for (const row of JSON.parse(text)) if (known.has(row.sku)) seen += 1
  }
  return seen
}

let isCompiled = false

/** The median of some turns, once the engine has compiled the work. */
function knownWorkMs(): number {
  if (!isCompiled) for (let turn = 0; turn < 3 * turns; turn += 1) knownWork()
  isCompiled = true
  const times = Array.from({ length: turns }, () => {
    const start = process.cpuUsage()
    knownWork()
    const { user, system } = process.cpuUsage(start)
    return (user + system) / 1000
  })
  return times.toSorted((a, b) => a - b)[turns >> 1] ?? quietMs
}
