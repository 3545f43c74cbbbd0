import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findDocuments } from '../../../../src/documents/find-documents.ts'
import { readDocuments } from '../../../../src/catalogue/files/read-documents.ts'
import { scanStrictly } from '../../../../src/yaml/read-yaml.ts'
import { runOutside } from '../../../support/run-outside.ts'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'planogram-read-'))
})
afterEach(() => rmSync(root, { recursive: true }))

/** Finds two documents, lets something happen to the second, and reads both. */
async function readAfter(happens: (path: string) => unknown): Promise<() => void> {
  for (const name of ['a.yaml', 'b.yaml']) {
    rmSync(join(root, name), { recursive: true, force: true })
    writeFileSync(join(root, name), 'groups: {}\n')
  }
  const { documents } = findDocuments({ root, configFile: 'planogram.yaml', overlays: [] })
  expect(documents).toEqual(['a.yaml', 'b.yaml'])
  rmSync(join(root, 'b.yaml'))
  await happens(join(root, 'b.yaml'))
  return () => readDocuments({ root, paths: documents, overlay: null, keepsTexts: true })
}

test('a document that goes away before it is read is no document less, but an error', async () => {
  const gone = { code: 'file-unreadable', message: 'b.yaml disappeared while the catalogue was read.' }

  expect(await readAfter(() => undefined)).toThrow(expect.objectContaining(gone))
})

test.runIf(process.platform !== 'win32')('a document whose place a pipe or a folder took is not waited for', async () => {
  const unread = { code: 'file-unreadable', message: 'b.yaml cannot be read.', fix: 'Allow this user to read it.' }

  expect(await readAfter((path) => runOutside('mkfifo', [path], { cwd: root }))).toThrow(expect.objectContaining(unread))
  expect(await readAfter((path) => mkdirSync(path))).toThrow(expect.objectContaining(unread))
})

test('the entries of documents are the same where all, some or none of them are kept as tapes', () => {
  const paths = ['a.yaml', 'b.yaml', 'c.yaml']
  for (const name of paths)
    writeFileSync(join(root, name), `products:\n  ${name}:\n    title: "A \\"tee\\""\n    options: { size: { values: { s: S } } }\n`)
  const one = readFileSync(join(root, 'a.yaml'), 'utf8')

  const [none, some, all] = [0, one.length + (scanStrictly(one)?.used ?? 0) * 4, undefined].map((tapeBytes) => {
    const { documents, open } = readDocuments({
      root,
      paths,
      overlay: null,
      keepsTexts: true,
      ...(tapeBytes !== undefined && { tapeBytes }),
    })
    return documents.map(({ sections }) =>
      [...(sections.get('products')?.entries.values() ?? [])].map((entry) => [entry.node, open(entry)]),
    )
  })

  const entriesOf = (documents: typeof none): unknown => documents?.map((entries) => entries.map(([, opened]) => opened))
  expect(entriesOf(none)).toEqual(entriesOf(all))
  expect(entriesOf(some)).toEqual(entriesOf(all))
  expect(some?.[0]).toEqual(all?.[0])
  expect(some?.slice(1)).toEqual(none?.slice(1))
  expect(none?.[0]).not.toEqual(all?.[0])
})

test('a folder that goes away before it is listed is an error', () => {
  const gone = { code: 'file-unreadable', message: 'The folder products disappeared while the catalogue was read.' }

  expect(() => findDocuments({ root, configFile: 'planogram.yaml', overlays: [], folder: 'products' })).toThrow(
    expect.objectContaining(gone),
  )
})
