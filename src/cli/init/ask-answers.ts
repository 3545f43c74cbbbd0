import { createInterface } from 'node:readline'
import { OperationalError } from '../../errors.ts'
import type { Surroundings } from '../surroundings.ts'
import type { Answers } from './answers.ts'
import { withoutSlash } from './answers-of-flags.ts'
import { addressFault, nameFault, siteFault } from './check-answers.ts'

interface Question {
  readonly text: string
  /** What an empty line means; `''`: nothing. */
  readonly otherwise: string
  /** Why an answer is none. */
  readonly fault: (text: string) => string | null
}

type Ask = (question: Question) => Promise<string>

/** Asks a person, question by question; a wrong answer is asked again. The end of the input throws `declined`. */
export async function askAnswers({ stdin, stderr }: Surroundings): Promise<Answers> {
  const input = createInterface({ input: stdin, terminal: false })
  const lines = input[Symbol.asyncIterator]()
  const ask: Ask = async (question) => {
    const hint = question.otherwise === '' ? '' : ` [${question.otherwise}]`
    for (;;) {
      stderr.write(`${question.text}${hint} `)
      const { value, done } = await lines.next()
      if (done === true) throw new OperationalError('declined', 'The questions ended before they were answered; nothing was written.', {})
      const text = value.trim() || question.otherwise
      const fault = question.fault(text)
      if (fault === null) return text
      stderr.write(`  ${fault}\n`)
    }
  }
  try {
    return await askAll(ask)
  } finally {
    input.close()
  }
}

async function askAll(ask: Ask): Promise<Answers> {
  const baseUrl = await ask({ text: 'Address of your store (empty: only the embedded one)?', otherwise: '', fault: orEmpty(addressFault) })
  const store = baseUrl === '' ? null : await askStore(ask, baseUrl)
  const example = await askYes(ask, 'Begin with a few example products?', store === null)
  const workflow = await askYes(ask, 'Write a GitHub Actions workflow?', true)
  const vscode = await askYes(ask, 'Write .vscode/settings.json, so that the editor knows !remove and !replace?', false)
  return { store, example, workflow, vscode }
}

async function askStore(ask: Ask, baseUrl: string): Promise<NonNullable<Answers['store']>> {
  const name = await ask({ text: 'What to call it here?', otherwise: 'production', fault: nameFault })
  const filesUrl = await ask({ text: 'Address of its Files API (empty: no pictures)?', otherwise: '', fault: orEmpty(addressFault) })
  const site = filesUrl === '' ? null : await ask({ text: 'Name of your site there?', otherwise: '', fault: siteFault })
  return { name, baseUrl: withoutSlash(baseUrl), filesUrl: filesUrl === '' ? null : withoutSlash(filesUrl), site }
}

async function askYes(ask: Ask, text: string, otherwise: boolean): Promise<boolean> {
  const answer = await ask({ text, otherwise: otherwise ? 'y' : 'n', fault: yesFault })
  return /^y/i.test(answer)
}

function yesFault(answer: string): string | null {
  return /^(?:y|yes|n|no)$/i.test(answer) ? null : 'Answer y or n.'
}

function orEmpty(fault: (text: string) => string | null): (text: string) => string | null {
  return (text) => (text === '' ? null : fault(text))
}
