import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { systemClock } from '../src/apply/clock.ts'
import { applyPlan } from '../src/apply/apply-plan.ts'
import { diffFiles } from '../src/diff/diff-files.ts'
import type { WantedFile } from '../src/records/desired.ts'
import { openState } from '../src/state/open-state.ts'
import { openStore } from '../src/store/open-store.ts'
import { diffContext } from '../test/support/desired-records.ts'
import { planOfChanges } from '../test/support/large-plan.ts'

const folder = mkdtempSync(join(tmpdir(), 'planogram-bench-'))
const files: WantedFile[] = Array.from({ length: 1000 }, (_, i) => {
  const from = `/tmp/r1floor/p${i}.png`
  return { path: `images/items/p${i}.png`, from, size: 50000, sha256: createHash('sha256').update(readFileSync(from)).digest('hex'), source: { file: 'p.yaml', start: 0, end: 1 } }
})
const plan = planOfChanges(diffFiles(files, [], diffContext()))
const server = spawn(process.execPath, [join(import.meta.dirname, 'files-process.ts')], { stdio: ['ignore', 'pipe', 'inherit'] })
const [url] = await once(createInterface({ input: server.stdout! }), 'line')
const kept = new Map(files.map(f => [f.from, readFileSync(f.from)]))
let n = 0
async function once1(v: { memory?: boolean; noHttp?: boolean; noRead?: boolean; noList?: boolean }) {
  n += 1
  const site = `s${n}`
  const real = openStore({ name: 'memory', baseUrl: 'https://memory.example', filesUrl: `${String(url)}/files`, siteName: site, key: 'k' })
  const sent: string[] = []
  const store = { ...real, files: { ...real.files!, ...(v.noHttp && { write: async (p: string) => void sent.push(p) }), ...(v.noList && { list: async () => sent.map(path => ({ path, size: 50000, modified: 'x' })) }) } }
  const state = await openState(v.memory ? ':memory:' : join(folder, `${n}.db`))
  const c = process.cpuUsage(), t = performance.now()
  const { outcome } = await applyPlan({ plan, store, state, readPicture: v.noRead ? async from => kept.get(from)! : from => readFile(from), clock: systemClock, runId: 'r', stop: new AbortController().signal, onEvent: () => undefined, limits: { concurrency: 16, settleMs: 60_000 } })
  const d = process.cpuUsage(c)
  if (outcome !== 'done') throw new Error(outcome)
  await state.close(); await store.close()
  return [(d.user + d.system) / 1000, performance.now() - t] as const
}
const variants: [string, Parameters<typeof once1>[0]][] = [['full', {}], ['memory', { memory: true }], ['noRead', { noRead: true }], ['noHttp+noList', { noHttp: true, noList: true }], ['memory+noHttp+noList+noRead', { memory: true, noHttp: true, noList: true, noRead: true }]]
const seen = new Map<string, (readonly [number, number])[]>()
for (let r = 0; r < Number(process.argv[2] ?? 6); r += 1) for (const [name, v] of variants) { if (process.argv[3] && name !== process.argv[3]) continue; const x = await once1(v); seen.set(name, [...(seen.get(name) ?? []), x]) }
for (const [name, all] of seen) console.log(name.padEnd(30), 'cpu', all.map(([a]) => a.toFixed(0)).join(' '), ' wall', all.map(([, b]) => b.toFixed(0)).join(' '))
server.kill(); rmSync(folder, { recursive: true })
