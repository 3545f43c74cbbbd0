import { describe, expect, test } from 'vitest'
import { packDocument } from '../../../src/catalogue/files/packed-document.ts'
import { readYaml } from '../../../src/yaml/read-yaml.ts'
import type { ReadYaml } from '../../../src/yaml/read-with-library.ts'
import { cpuMs } from '../../support/cpu-ms.ts'

const mostMs = 2_000

const documents: Readonly<Record<string, () => string>> = {
  '20,000 aliases of one map': () => `a: &a { x: 1, y: 2 }\nb:\n${'  - *a\n'.repeat(20_000)}`,
  '20,000 anchors with an alias each': () => Array.from({ length: 20_000 }, (_, at) => `k${at}: &a${at} v\nl${at}: *a${at}\n`).join(''),
  'aliases of aliases': () =>
    `${['a0: &a0 [x, x]', ...Array.from({ length: 40 }, (_, at) => `a${at + 1}: &a${at + 1} [*a${at}, *a${at}]`)].join('\n')}\n`,
  '100,000 open brackets': () => '['.repeat(100_000),
  '20,000 levels of a list': () => `a: ${'[ '.repeat(20_000)}x${' ]'.repeat(20_000)}\n`,
  '1,000 levels of indented maps': () => Array.from({ length: 1_000 }, (_, at) => `${' '.repeat(at)}k:\n`).join(''),
  'a plain text of 1 MB': () => `a: ${'word '.repeat(200_000)}\n`,
  'a quoted text of 1 MB with escapes': () => `a: "${String.raw`\u00e9 \n `.repeat(100_000)}"\n`,
  'a block of 1 MB': () => `a: |\n${'  line of text\n'.repeat(70_000)}`,
  'a quote of 1 MB that is never closed': () => `a: "${'word '.repeat(200_000)}`,
  'a comment of 1 MB': () => `# ${'word '.repeat(200_000)}\na: b\n`,
  '30,000 keys': () => Array.from({ length: 30_000 }, (_, at) => `k${at}: v\n`).join(''),
  '20,000 times one key': () => 'k: v\n'.repeat(20_000),
}

describe('a document is read within two seconds', () => {
  test.each(Object.keys(documents))('%s', async (name) => {
    const text = documents[name]?.() ?? ''

    const read: ReadYaml[] = []
    const took = await cpuMs(() => {
      const document = readYaml('a.yaml', text)
      if (document.root && document.problems.length === 0) packDocument(document.root)
      read.push(document)
    })

    expect(read.map(({ root, problems }) => root !== null || problems.length > 0)).toEqual([true])
    expect(read.flatMap(({ problems }) => problems).filter(({ at }) => at.start > text.length || at.end < at.start)).toEqual([])
    expect(took).toBeLessThan(mostMs)
  })
})
