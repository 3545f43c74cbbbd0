import { PassThrough, Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { programOutput } from '../../../src/cli/program-output.ts'
import { startProgressLine } from '../../../src/cli/progress-line.ts'
import type { Surroundings } from '../../../src/cli/surroundings.ts'
import type { Progress } from '../../../src/workspace/progress.ts'

/** What is written to stderr while a clock that the test moves goes on. */
interface Shown {
  /** Everything that was written since the last look. */
  written(): string
  report(atMs: number, progress: Progress): void
  end(): void
}

const start = Date.parse('2026-11-20T07:00:00Z')

function startLine(stderr: { isTTY?: boolean; columns?: number }, more: { quiet?: boolean; term?: string } = {}): Shown {
  const chunks: string[] = []
  const output = new Writable({
    write: (chunk: Buffer, _, done) => {
      chunks.push(chunk.toString())
      done()
    },
  })
  let at = start
  const surroundings: Surroundings = {
    stdin: new PassThrough(),
    stdout: new PassThrough(),
    stderr: Object.assign(output, stderr),
    env: { TERM: more.term },
    cwd: '/',
    now: () => new Date(at),
    randomId: () => '',
    onSignal: () => () => undefined,
    abandon: () => undefined,
  }
  const line = startProgressLine(programOutput({ color: 'never', quiet: more.quiet === true }, surroundings), surroundings)
  return {
    written: () => chunks.splice(0).join('|'),
    report: (atMs, progress) => {
      at = start + atMs
      line.onProgress(progress)
    },
    end: () => line[Symbol.dispose](),
  }
}

function read(records: number): Progress {
  return { kind: 'reading-store', resource: 'Product', records }
}

test('a terminal shows one line from the first report on, updates it ten times a second, and clears it at the end', () => {
  const line = startLine({ isTTY: true, columns: 40 })

  line.report(0, { kind: 'reading-catalogue', documents: 0, products: 0 })
  const first = line.written()
  for (let ms = 10; ms <= 210; ms += 10) line.report(ms, read(ms * 100))
  const updates = line.written()
  line.report(215, { kind: 'planning', changes: 1 })
  const nextStage = line.written()
  line.end()
  const end = line.written()

  expect(first).toBe('\r\u001B[KReading the catalogue: 0 documents, 0 p')
  expect(updates).toBe(['1,000', '11,000', '21,000'].map((count) => `\r\u001B[KReading the store: ${count} products`).join('|'))
  expect([nextStage, end]).toEqual(['\r\u001B[KPlanning: 1 change', '\r\u001B[K'])
})

test('a log has no line for short work, then one every five seconds and one for each stage', () => {
  const line = startLine({})

  for (let ms = 0; ms < 2_000; ms += 10) line.report(ms, read(ms))
  const short = line.written()
  for (let ms = 2_000; ms <= 12_000; ms += 10) line.report(ms, read(ms))
  const long = line.written()
  line.report(12_500, { kind: 'comparing', resource: 'Product', records: 1 })
  line.report(13_500, { kind: 'planning', changes: 2_000 })
  line.report(13_600, { kind: 'resizing', done: 1, all: 20 })
  line.end()

  expect(short).toBe('')
  expect(long).toBe('2,000 products|7,000 products|12,000 products'.replaceAll(/([^|]+)/g, 'Reading the store: $1\n'))
  expect(line.written()).toBe('Planning: 2,000 changes\n')
})

test('nothing with --quiet, and whole lines in a terminal that cannot move its cursor', () => {
  const quiet = startLine({ isTTY: true, columns: 80 }, { quiet: true })
  const dumb = startLine({ isTTY: true, columns: 80 }, { term: 'dumb' })

  for (const line of [quiet, dumb]) {
    line.report(9_000, { kind: 'reading-files', files: 3 })
    line.end()
  }

  expect([quiet.written(), dumb.written()]).toEqual(['', 'Reading the store: 3 pictures\n'])
})
