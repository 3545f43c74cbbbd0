import { Writable } from 'node:stream'
import type { Output } from '../../src/cli/surroundings.ts'

/** An output that keeps what is written to it; no terminal unless that is given. */
export class Collected extends Writable {
  /** One for each write. */
  readonly chunks: string[] = []
  readonly isTTY?: boolean
  columns?: number

  constructor(given: Pick<Output, 'isTTY' | 'columns'> = {}) {
    super()
    Object.assign(this, given)
  }

  get text(): string {
    return this.chunks.join('')
  }

  override _write(chunk: Buffer, _: string, done: () => void): void {
    this.chunks.push(chunk.toString('utf8'))
    done()
  }
}
