import { afterAll, expect, test } from 'vitest'
import { startEmulator } from '../../../../src/emulator/start-emulator.ts'
import { getPage, pressButton, unescaped } from './page.ts'

const store = await startEmulator()
afterAll(() => store.close())

/** What is in a field of a page. */
function valueOf(html: string, name: string): string | undefined {
  const area = new RegExp(`<textarea name="${name}"[^>]*>([^<]*)<`).exec(html)
  return unescaped((area ?? new RegExp(`<input name="${name}" value="([^"]*)"`).exec(html))?.[1] ?? 'no such field')
}

test.each([
  ['faults', 'add', 'plans', '[{"do":{"kind":"explode"}}]'],
  ['snapshots', 'save', 'name', 'not <a> name'],
  ['clock', 'set', 'time', 'tomorrow'],
])('the page %s keeps what was typed into a form that is refused', async (page, action, name, text) => {
  const refused = await pressButton(store, page, { action, [name]: text })

  expect(refused.status).toBe(400)
  expect(valueOf(refused.html, name)).toBe(text)
})

test('many fault plans are added with one form', async () => {
  const plans = Array.from({ length: 500 }, (_, at) => ({ on: { method: 'POST', nth: at + 1 }, do: { kind: 'lost-answer' } }))

  const added = await pressButton(store, 'faults', { action: 'add', plans: JSON.stringify(plans) })

  expect(added.status).toBe(303)
  expect(store.faults.plans()).toHaveLength(500)
  store.faults.clear()
})

test('a comparison with a snapshot that does not exist is a page that says so', async () => {
  const [missing, invalid] = await Promise.all(
    ['nosuch', '../x'].map((name) => getPage(store, `/_emulator/inspector/snapshots?from=${encodeURIComponent(name)}`)),
  )
  const json = await fetch(`${store.url}/_emulator/inspector/snapshots?from=nosuch`)

  expect([missing?.status, missing?.text]).toEqual([400, expect.stringContaining('There is no snapshot nosuch. List the existing')])
  expect([invalid?.status, invalid?.text]).toEqual([400, expect.stringContaining('Invalid snapshot name: "../x".')])
  expect([json.status, await json.json()]).toEqual([400, expect.objectContaining({ error: 'There is no snapshot nosuch.' })])
})
