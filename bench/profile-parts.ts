import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

interface CpuProfile {
  readonly nodes: readonly { readonly id: number; readonly callFrame: { readonly functionName: string; readonly url: string } }[]
  readonly samples: readonly number[]
  /** Microseconds. */
  readonly timeDeltas: readonly number[]
}

const parts: readonly (readonly [part: string, where: RegExp])[] = [
  ['SQLite, reading rows', /database\//],
  ['writing XML', /result-set-text|record-text|markup\/escape|wire\/address|RegExp/],
  ['grouping rows under their parents', /read-rows|view\.ts/],
  ['garbage collection', /\(garbage collector\)/],
  ['the connection', /writev|node:|send-answer/],
  ['waiting', /\(idle\)/],
]

function partOf({ functionName, url }: CpuProfile['nodes'][number]['callFrame']): string {
  return parts.find(([, where]) => where.test(`${functionName} ${url}`))?.[0] ?? 'the rest'
}

/** What the processor did in the last `share` of a profile: parts in per cent of the time, the largest first. `folder` holds one profile. */
export function profileParts(folder: string, share: number): readonly (readonly [part: string, percent: number])[] {
  const [file = ''] = readdirSync(folder).filter((name) => name.endsWith('.cpuprofile'))
  const { nodes, samples, timeDeltas } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as CpuProfile
  const names = new Map(nodes.map(({ id, callFrame }) => [id, partOf(callFrame)]))
  const whole = timeDeltas.reduce((sum, delta) => sum + delta, 0)
  const spent = new Map<string, number>()
  let at = 0
  for (const [index, sample] of samples.entries()) {
    const delta = timeDeltas[index] ?? 0
    at += delta
    const part = names.get(sample) ?? 'the rest'
    if (at > whole * (1 - share)) spent.set(part, (spent.get(part) ?? 0) + delta)
  }
  const total = [...spent.values()].reduce((sum, value) => sum + value, 0)
  return [...spent].map(([part, value]) => [part, (value / total) * 100] as const).toSorted(([, a], [, b]) => b - a)
}
