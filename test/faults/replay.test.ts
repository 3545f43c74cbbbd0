import { readFileSync } from 'node:fs'
import { test } from 'vitest'
import { measure, tryCase } from './judge.ts'
import { writeText } from './store-write.ts'

const file = process.env['PLANOGRAM_FAULT_CASE']
test.skipIf(file === undefined)('replay', async () => {
  const text = file!.startsWith('{') ? file! : readFileSync(file!, 'utf8')
  const c = JSON.parse(text)
  await using measured = await measure(c.scenario)
  const { played, wrong } = await tryCase(measured, c)
  played.calls.forEach((calls, i) => console.log(`process ${i + 1}\n` + calls.map((x) => `  ${x.number} ${x.port} ${x.name} ${x.write ? writeText(x.write) : ''}`).join('\n')))
  console.log(JSON.stringify(played.runs, null, 1))
  console.log(wrong)
}, 60_000)
