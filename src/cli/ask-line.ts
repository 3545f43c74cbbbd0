import { createInterface } from 'node:readline'
import { OperationalError } from '../errors.ts'
import type { Surroundings } from './surroundings.ts'

/** Asks a question in the terminal: true for an answer that begins with y. The end of the input is no; Ctrl-C throws `interrupted`. */
export async function askYes(question: string, surroundings: Surroundings): Promise<boolean> {
  return /^y/i.test(await askLine(question, surroundings))
}

/** The answer to a question in the terminal, without blanks around it; empty at the end of the input. Ctrl-C throws `interrupted`. */
export async function askLine(question: string, { stdin, stderr, onSignal }: Surroundings): Promise<string> {
  const input = createInterface({ input: stdin, terminal: false })
  let isInterrupted = false
  const off = onSignal(() => {
    isInterrupted = true
    stderr.write('\n')
    input.close()
  })
  try {
    stderr.write(`${question} `)
    const { value, done } = await input[Symbol.asyncIterator]().next()
    if (isInterrupted) throw new OperationalError('interrupted', 'Interrupted at a question; nothing was written.')
    return done === true ? '' : value.trim()
  } finally {
    off()
    input.close()
  }
}
