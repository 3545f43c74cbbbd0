import { expect, test } from 'vitest'
import { loadWritten, png, problemLines } from '../../support/written-catalogue.ts'

const composed = 'caf\u00E9'
const decomposed = 'cafe\u0301'

test('a picture is found in whichever Unicode form its name is written and stored, and is named in one form', async () => {
  const forms = [composed, decomposed]
  const files = forms.flatMap((written) => forms.map((onDisk) => ({ written, onDisk })))

  const loaded = await Promise.all(
    files.map(({ written, onDisk }) =>
      loadWritten({ 'a.yaml': `products: { A: { price: 1, image: ${written}/${written}.png } }`, [`${onDisk}/${onDisk}.png`]: png('a') }),
    ),
  )

  expect(loaded.map(problemLines)).toEqual([[], [], [], []])
  const [first] = loaded
  expect(first?.desired.files).toMatchObject([{ path: `images/items/${composed}.png`, from: `${composed}/${composed}.png` }])
  expect(loaded.map(({ desired }) => desired.files.map(({ path, from, sha256 }) => [path, from, sha256]))).toEqual(
    loaded.map(() => first?.desired.files.map(({ path, from, sha256 }) => [path, from, sha256])),
  )
  expect(loaded.map(({ notices }) => notices)).toEqual(
    files.map(({ onDisk }) =>
      onDisk === composed ? [] : [`The file name of ${composed}/${composed}.png is not in Unicode form C (NFC); the store gets form C.`],
    ),
  )
})

test('two files whose names differ only in Unicode form are a problem', async () => {
  const loaded = await loadWritten({
    'a.yaml': `products: { A: { price: 1, image: ${decomposed}.png } }`,
    [`${composed}.png`]: png('a'),
    [`${decomposed}.png`]: png('b'),
  })

  expect(problemLines(loaded)).toEqual([
    `a.yaml:1:35 picture-collision: "${composed}.png" is the name of two files, which differ only in Unicode form > Rename or delete one of the two files.`,
  ])
})
