import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { shellWord } from '../../../src/report/shell-word.ts'

test.each([
  ['plans/a-1.json', 'plans/a-1.json'],
  ['product.TEE%2FA', 'product.TEE%2FA'],
  ['a b.json', "'a b.json'"],
  ["it's $HOME", `'it'\\''s $HOME'`],
  ['~/a', "'~/a'"],
  ['', "''"],
])('a shell reads %j back from %s', (text, word) => {
  const read = execFileSync('sh', ['-c', `printf %s ${shellWord(text)}`], { encoding: 'utf8' })

  expect([shellWord(text), read]).toEqual([word, text])
})
