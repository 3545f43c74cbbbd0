import { expect, test } from 'vitest'
import { loadWritten, problemLines } from '../../support/written-catalogue.ts'

function storeWithKey(name: string): string {
  return `{ base_url: "https://${name}.example", key: "\${${name.toUpperCase()}_KEY}" }`
}

function keyText(name: string): string {
  return `the address of this webhook contains the key of a store (${name}), which would be sent to that address`
}

test('the address of a webhook has neither the key of a store, also of another one, nor a reference without an end', async () => {
  const loaded = await loadWritten(
    {
      'planogram.yaml': `stores: { a: ${storeWithKey('a')}, b: ${storeWithKey('b')} }\n`,
      'a.yaml': [
        'webhooks:',
        '  - { name: NewOrder, url: "https://x.example/${A_KEY}" }',
        '  - { name: NewOrder, url: "https://x.example/?t=${HOOK}&k=${B_KEY}" }',
        '  - { name: NewOrder, url: "https://x.example/${HOOK" }',
        '  - { name: NewOrder, url: "https://x.example/${HOOK}/$A_KEY" }',
      ].join('\n'),
    },
    { store: 'a', env: { A_KEY: 'hush', B_KEY: 'hush', HOOK: 'hush' } },
  )

  expect(problemLines(loaded)).toEqual([
    `a.yaml:2:28 key-in-config: ${keyText('A_KEY')} > Use another variable, with a secret that only this webhook has.`,
    `a.yaml:3:28 key-in-config: ${keyText('B_KEY')} > Use another variable, with a secret that only this webhook has.`,
    'a.yaml:4:28 wrong-type: the url of this webhook has a `${` that is no reference > Write a reference as ${NAME}.',
  ])
  expect(JSON.stringify(loaded.problems)).not.toContain('hush')
})
