import { EventEmitter } from 'node:events'
import { PassThrough } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import xterm from '@xterm/headless'

/** A terminal that a program under test writes to and reads from, instead of a real one. */
export interface FakeTerminal {
  readonly stdin: NodeJS.ReadableStream
  readonly stdout: NodeJS.WritableStream
  /** Sends keys, as the bytes that a terminal would send. */
  press(keys: string): void
  resize(columns: number, rows: number): void
  /** Resolves with the screen as soon as it passes the test; after the deadline fails and shows the screen. */
  until(passes: string | ((screen: string) => boolean)): Promise<string>
  /** The current screen: one line per row, without trailing spaces. */
  screen(): string
  /** Everything above the screen and on it. */
  scrollback(): string
  isAlternate(): boolean
  isRaw(): boolean
  /** True where raw mode was on before the first frame: keys were not echoed over it. */
  wasRawBeforeFirstFrame(): boolean
  isCursorHidden(): boolean
  /** Bytes written so far. */
  written(): number
  /** Whole frames drawn so far, by their end marks. */
  frames(): number
  /** Colour of the foreground of a cell, or undefined for the default colour. */
  colourAt(text: string): number | undefined
  close(): void
}

const frameEnd = '\u001B[?2026l'

/** Starts a terminal of this size, with this deadline for each `until`. */
export function startTerminal(columns: number, rows: number, deadlineMs = 5000): FakeTerminal {
  const terminal = new xterm.Terminal({ cols: columns, rows, convertEol: true, allowProposedApi: true })
  const drawn = new EventEmitter()
  const seen = { bytes: 0, frames: 0, raw: false, rawBeforeFirstFrame: false, cursorHidden: false }
  // A program in a pseudo-terminal is read in pieces that end anywhere.
  let begun = ''
  const stdout = terminalOutput({ columns, rows }, (text) => {
    seen.bytes += text.length
    if (seen.frames === 0) seen.rawBeforeFirstFrame = seen.raw
    const [rest = '', ...ended] = `${begun}${text}`.split(frameEnd).toReversed()
    seen.frames += ended.length
    begun = rest.slice(1 - frameEnd.length)
    if (text.includes('\u001B[?25l')) seen.cursorHidden = text.lastIndexOf('\u001B[?25l') > text.lastIndexOf('\u001B[?25h')
    else if (text.includes('\u001B[?25h')) seen.cursorHidden = false
    terminal.write(text, () => drawn.emit('drawn'))
  })
  const stdin = Object.assign(new PassThrough(), {
    isTTY: true,
    setRawMode: (on: boolean) => {
      seen.raw = on
      return stdin
    },
    ref: () => stdin,
    unref: () => stdin,
  }) as PassThrough & { isTTY: boolean }
  const linesOf = (from: number): string[] => {
    const { active } = terminal.buffer
    return Array.from({ length: active.length - from }, (_, row) => active.getLine(from + row)?.translateToString(true) ?? '')
  }
  const screen = (): string => linesOf(terminal.buffer.active.baseY).slice(0, terminal.rows).join('\n')
  return {
    stdin,
    stdout,
    press: (keys) => void stdin.write(keys),
    resize(nextColumns, nextRows) {
      terminal.resize(nextColumns, nextRows)
      Object.assign(stdout, { columns: nextColumns, rows: nextRows })
      stdout.emit('resize')
    },
    screen,
    scrollback: () => linesOf(0).join('\n').trimEnd(),
    until: (passes) =>
      waitFor({ drawn, screen, deadlineMs, passes: typeof passes === 'string' ? (text) => text.includes(passes) : passes }),
    isAlternate: () => terminal.buffer.active.type === 'alternate',
    isRaw: () => seen.raw,
    wasRawBeforeFirstFrame: () => seen.frames > 0 && seen.rawBeforeFirstFrame,
    isCursorHidden: () => seen.cursorHidden,
    written: () => seen.bytes,
    frames: () => seen.frames,
    colourAt(text) {
      const { active } = terminal.buffer
      const lines = linesOf(0)
      const y = lines.findIndex((line) => line.includes(text))
      const cell = active.getLine(y)?.getCell(lines[y]?.indexOf(text) ?? 0)
      return cell === undefined || cell.isFgDefault() ? undefined : cell.getFgColor()
    },
    close() {
      stdin.end()
      terminal.dispose()
    },
  }
}

function terminalOutput(size: { columns: number; rows: number }, onText: (text: string) => void): NodeJS.WritableStream {
  const stream = new PassThrough()
  const decoder = new StringDecoder('utf8')
  stream.on('data', (chunk: Buffer) => onText(decoder.write(chunk)))
  return Object.assign(stream, { isTTY: true, ...size, hasColors: () => true, getColorDepth: () => 4 })
}

interface Wait {
  readonly drawn: EventEmitter
  readonly screen: () => string
  readonly deadlineMs: number
  readonly passes: (screen: string) => boolean
}

function waitFor({ drawn, screen, deadlineMs, passes }: Wait): Promise<string> {
  return new Promise((resolve, reject) => {
    const look = (): void => {
      const text = screen()
      if (!passes(text)) return
      stop()
      resolve(text)
    }
    const timer = setTimeout(() => {
      stop()
      reject(new Error(`The screen never passed the test:\n${screen()}`))
    }, deadlineMs)
    const stop = (): void => {
      clearTimeout(timer)
      drawn.off('drawn', look)
    }
    drawn.on('drawn', look)
    look()
  })
}
