import { expect, test } from 'vitest'
import { lfsPointer } from '../../../src/files/lfs-pointer.ts'

const oid = '4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393'

test.each([
  ['a pointer', `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize 12345\n`, oid],
  [
    'a pointer with an extension',
    `version https://git-lfs.github.com/spec/v1\next-0-a sha256:${'0'.repeat(64)}\noid sha256:${oid}\nsize 1\n`,
    oid,
  ],
  ['another version', `version https://example.com/v2\noid sha256:${oid}\nsize 1\n`, null],
  ['text that names an oid', `oid sha256:${oid}\n`, null],
  ['a long file', `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize 1\n${' '.repeat(1024)}`, null],
  ['an empty file', '', null],
])('%s', (_, text, expected) => {
  const bytes = new TextEncoder().encode(text)

  const found = lfsPointer(bytes)

  expect(found).toBe(expected)
})
