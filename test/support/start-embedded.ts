import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'

/** A process that has the embedded store of a folder open. */
export interface EmbeddedProcess {
  readonly own: boolean
  readonly url: string
  readonly pid: number
  /** `write <sku>`, `count` or `upload <path>`; resolves to the number of products, or to the message of the error. */
  ask(line: string): Promise<number | string>
  /** Kills it with SIGKILL, and waits for its end. */
  kill(): Promise<void>
  /** Lets it close the store, and waits for its end; resolves to its exit code. */
  end(): Promise<unknown>
}

/**
 * Starts a process that opens the embedded store of this folder. It is killed when the test has finished; `atEnd` registers another
 * moment.
 */
export async function startEmbedded(
  folder: string,
  atEnd: (kill: () => void) => void = (kill) => onTestFinished(kill),
): Promise<EmbeddedProcess> {
  const child: ChildProcess = spawn(process.execPath, [join(import.meta.dirname, 'embedded-process.ts'), folder], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  atEnd(() => void child.kill('SIGKILL'))
  const lines = createInterface({ input: child.stdout ?? process.stdin })[Symbol.asyncIterator]()
  const next = async (): Promise<Record<string, unknown>> => {
    const { value, done }: IteratorResult<string, unknown> = await lines.next()
    if (done === true) throw new Error('the process has ended')
    return JSON.parse(value)
  }
  const { own, url, pid } = await next()
  return {
    own: own === true,
    url: String(url),
    pid: Number(pid),
    ask: async (line) => {
      child.stdin?.write(`${line}\n`)
      const { count, error } = await next()
      return typeof count === 'number' ? count : String(error)
    },
    kill: async () => {
      child.kill('SIGKILL')
      await exited
    },
    end: async () => {
      child.stdin?.end()
      const [code]: unknown[] = await exited
      return code
    },
  }
}
