import { expect, test } from 'vitest'
import { Collected } from '../../support/collected.ts'
import { surroundingsIn } from '../../support/surroundings.ts'
import { programOutput } from '../../../src/cli/program-output.ts'
import { startProgressLine } from '../../../src/cli/progress-line.ts'
import type { Progress } from '../../../src/workspace/progress.ts'

/** What is written to stderr while a clock that the test moves goes on. */
interface Shown {
  /** Everything that was written since the last look. */
  written(): string
  report(atMs: number, progress: Progress): void
  tick(atMs: number): void
  end(): void
}

const start = Date.parse('2026-11-20T07:00:00Z')

function startLine(stderr: { isTTY?: boolean; columns?: number }, more: { quiet?: boolean; env?: Record<string, string> } = {}): Shown {
  const output = new Collected(stderr)
  let at = start
  const surroundings = surroundingsIn('/', { stderr: output, env: more.env ?? {}, now: () => new Date(start), elapsedMs: () => at })
  const line = startProgressLine(programOutput({ color: 'never', quiet: more.quiet === true }, surroundings), surroundings)
  return {
    written: () => output.chunks.splice(0).join('|'),
    report: (atMs, progress) => {
      at = start + atMs
      line.onProgress(progress)
    },
    tick: (atMs) => {
      at = start + atMs
      line.tick()
    },
    end: () => line[Symbol.dispose](),
  }
}

function documents(count: number): Progress {
  return { kind: 'reading-catalogue', documents: count, bytes: 0, products: 0 }
}

function formatting(document: number, percent: number): Progress {
  return { kind: 'formatting-documents', path: 'a.yaml', percent, document, all: 20 }
}

function read(records: number): Progress {
  return { kind: 'reading-store', resource: 'Product', records }
}

test('a terminal shows one line from the first report on, updates it ten times a second, and clears it at the end', () => {
  const line = startLine({ isTTY: true, columns: 40 })

  line.report(0, { kind: 'reading-catalogue', documents: 0, bytes: 0, products: 0 })
  const first = line.written()
  for (let ms = 10; ms <= 210; ms += 10) line.report(ms, read(ms * 100))
  const updates = line.written()
  line.report(215, { kind: 'planning', changes: 1, steps: 0 })
  const nextStage = line.written()
  line.end()
  const end = line.written()

  expect(first).toBe('\r\u001B[KReading the catalogue: 0 documents, 0 p')
  expect(updates).toBe(['1,000', '11,000', '21,000'].map((count) => `\r\u001B[KReading the store: ${count} products`).join('|'))
  expect([nextStage, end]).toEqual(['\r\u001B[KPlanning: 1 change, 0 steps', '\r\u001B[K'])
})

test('a terminal shows after a tick what was reported too early for an update', () => {
  const line = startLine({ isTTY: true, columns: 80 })

  line.report(0, read(100))
  line.report(50, read(200))
  const early = line.written()
  line.tick(1_000)
  const late = line.written()
  line.end()
  line.tick(2_000)

  expect([early, late, line.written()]).toEqual([
    '\r\u001B[KReading the store: 100 products',
    '\r\u001B[KReading the store: 200 products',
    '\r\u001B[K',
  ])
})

test('a log has no line for short stages; a long one has one after two seconds, one every ten seconds, and its result', () => {
  const line = startLine({})

  for (let ms = 0; ms < 1_990; ms += 10) line.report(ms, { kind: 'reading-catalogue', documents: 1, bytes: 0, products: ms / 10 })
  for (let ms = 1_990; ms < 3_990; ms += 10) line.report(ms, read(ms / 10))
  const short = line.written()
  for (let ms = 3_990; ms <= 15_000; ms += 10) line.report(ms, read(ms / 10))
  const long = line.written()
  line.report(15_010, { kind: 'planning', changes: 2_000, steps: 0 })
  const ended = line.written()
  line.report(15_020, { kind: 'resizing', done: 1, all: 20 })
  line.end()

  expect(short).toBe('')
  expect(long).toBe('Reading the store: 399 products\n|Reading the store: 1,399 products\n')
  expect([ended, line.written()]).toEqual(['Reading the store: 1,500 products\n', ''])
})

test('a log has its first line at once where a hundred documents, a thousand records or twenty answers are read, and no other of these before its time', () => {
  const [large, small, store, same] = [startLine({}), startLine({}), startLine({}), startLine({})]

  for (const ms of [0, 90, 100, 1_000, 1_990]) {
    large.report(ms, documents(100 + ms))
    small.report(ms, documents(99))
    store.report(ms, read(ms * 100))
    same.report(ms, { kind: 'comparing-answers', done: ms / 10, all: 200 })
  }
  large.report(1_995, read(5_000))
  for (const line of [large, small, store, same]) line.end()

  expect([large, small, store, same].map((line) => line.written())).toEqual([
    'Reading the catalogue: 200 documents, 0 products\n',
    '',
    'Reading the store: 10,000 products\n',
    'Comparing the store with the last plan: 10 of 200 answers\n',
  ])
})

test('what goes on at the same time is one stage of a log, and ends with a line for each part', () => {
  const line = startLine({})

  line.report(0, read(0))
  line.report(1_000, { kind: 'reading-files', files: 7 })
  line.report(1_900, read(4_000))
  line.report(1_950, { kind: 'comparing', resource: 'Product', records: 4_100 })
  line.report(2_500, { kind: 'planning', changes: 12, steps: 1 })
  line.end()

  expect(line.written()).toBe('Reading the store: 4,000 products\n|Reading the store: 7 pictures\n|Comparing: 4,100 products\n')
})

test('a log repeats what was reported last while nothing comes, every ten seconds', () => {
  const line = startLine({})

  line.report(0, read(100))
  for (let ms = 1_000; ms <= 22_000; ms += 1_000) line.tick(ms)
  const waiting = line.written()
  line.end()

  expect(waiting).toBe(Array.from({ length: 3 }, () => 'Reading the store: 100 products\n').join('|'))
  expect(line.written()).toBe('')
})

test('the last stage of a log ends with its result', () => {
  const line = startLine({})

  line.report(0, { kind: 'saving-plan', lines: 10 })
  line.report(2_500, { kind: 'saving-plan', lines: 9_000 })
  line.report(2_600, { kind: 'saving-plan', lines: 9_500 })
  line.end()
  line.end()

  expect(line.written()).toBe('Saving the plan: 9,000 lines\n|Saving the plan: 9,500 lines\n')
})

test('nothing with --quiet, and whole lines in CI and in a terminal that cannot move its cursor', () => {
  const quiet = startLine({ isTTY: true, columns: 80 }, { quiet: true })
  const dumb = startLine({ isTTY: true, columns: 80 }, { env: { TERM: 'dumb' } })
  const inCi = startLine({ isTTY: true, columns: 80 }, { env: { CI: '1', TERM: 'xterm' } })

  for (const line of [quiet, dumb, inCi]) {
    line.report(0, { kind: 'reading-files', files: 0 })
    line.report(9_000, { kind: 'reading-files', files: 3 })
    line.end()
  }

  expect([quiet.written(), dumb.written(), inCi.written()]).toEqual([
    '',
    'Reading the store: 3 pictures\n',
    'Reading the store: 3 pictures\n',
  ])
})

function large(path: string, percent: number): Progress {
  return { kind: 'reading-catalogue', documents: 0, bytes: 0, products: 0, large: { path, bytes: 9_800_000, percent } }
}

test('a terminal shows at once which large document is read: parsing it may take seconds', () => {
  const line = startLine({ isTTY: true, columns: 80 })

  line.report(0, documents(0))
  for (const percent of [0, 10, 20]) line.report(percent, large('products.yaml', percent))
  line.report(30, large('more.yaml', 0))

  expect(line.written()).toBe(
    [
      'Reading the catalogue: 0 documents, 0 products',
      'Reading the catalogue: products.yaml, 9.8 MB, 0 %',
      'Reading the catalogue: more.yaml, 9.8 MB, 0 %',
    ]
      .map((text) => `\r\u001B[K${text}`)
      .join('|'),
  )
})

test('a log has a line at once where a tenth of a second formats less than a tenth of the documents', () => {
  const [large, small] = [startLine({}, { env: { CI: '1' } }), startLine({}, { env: { CI: '1' } })]

  for (const ms of [0, 50, 100, 150, 200]) {
    large.report(ms, formatting(1 + ms / 100, 50))
    small.report(ms, formatting(1 + ms / 25, 50))
  }

  expect([large.written(), small.written()]).toEqual(['Formatting document 2 of 20: a.yaml, 50 %\n', ''])
})

test('a terminal without a size has 80 columns for the line of progress', () => {
  const line = startLine({ isTTY: true, columns: 0 })

  line.report(0, { kind: 'formatting-documents', path: `${'a'.repeat(90)}.yaml`, percent: 5, document: 1, all: 2 })

  expect(line.written()).toBe(`\r\u001B[K${`Formatting document 1 of 2: ${'a'.repeat(90)}`.slice(0, 79)}`)
})
