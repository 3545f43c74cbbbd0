import { execFileSync, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const authorization = `Basic ${Buffer.from('bench-key:').toString('base64')}`

/** The size and the two ends of an answer; the rest is dropped as it comes. */
export interface Received {
  readonly status: number
  readonly bytes: number
  readonly head: string
  readonly tail: string
}

/** An embedded store that runs in a process of its own. */
export interface StoreProcess {
  send(method: string, path: string, body?: string): Promise<Received>
  /** Resident memory now, in MiB. */
  memory(): number
  /** Processor time that the store has had so far, to the second. */
  processorSeconds(): number
  stop(): Promise<void>
}

async function exchange(url: string, method: string, body: string): Promise<Received> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers: { authorization } }, (response) => {
      let bytes = 0
      let head = ''
      let tail = ''
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (head.length < 1000) head += chunk.toString('latin1', 0, 1000)
        tail = chunk.toString('latin1', Math.max(0, chunk.length - 100))
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, bytes, head, tail }))
      response.on('error', reject)
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

function asked({ pid }: ChildProcess, column: 'rss' | 'cputimes'): number {
  return Number(execFileSync('ps', ['-o', `${column}=`, '-p', String(pid)]).toString())
}

/** Starts a store in memory, or in a folder when one is given. `flags` are those of Node. */
export async function startStoreProcess(data: string | null, flags: readonly string[] = []): Promise<StoreProcess> {
  const child = spawn(process.execPath, [...flags, join(import.meta.dirname, 'emulator-process.ts'), data ?? ''], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    once(child, 'exit').then(() => Promise.reject(new Error('The store did not start'))),
  ])
  const base = String(line)
  return {
    send: (method, path, body = '') => exchange(`${base}/API/V3/${path}`, method, body),
    memory: () => asked(child, 'rss') / 1024,
    processorSeconds: () => asked(child, 'cputimes'),
    stop: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}
