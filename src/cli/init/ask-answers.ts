import { createInterface } from 'node:readline'
import { OperationalError } from '../../errors.ts'
import type { Surroundings } from '../surroundings.ts'
import type { Answers } from './answers.ts'
import { withoutSlash } from './answers-of-flags.ts'
import { addressFault, nameFault, packageFault, siteFault } from './check-answers.ts'

interface Question {
  readonly text: string
  /** The answer that an empty line gives; `''`: none. */
  readonly otherwise: string
  /** How the prompt shows it; default: as it is. */
  readonly hint?: string
  /** What to give instead of an answer that is not accepted; `null`: it is accepted. */
  readonly fault: (text: string) => string | null
}

type Ask = (question: Question) => Promise<string>

/** Asks in the terminal, one question at a time, and again after a wrong answer. The end of the input throws `declined`, Ctrl-C `interrupted`. `own` as in `answersOfFlags`. */
export async function askAnswers({ stdin, stderr, onSignal }: Surroundings, own: string | null): Promise<Answers> {
  const input = createInterface({ input: stdin, terminal: false })
  const lines = input[Symbol.asyncIterator]()
  let isInterrupted = false
  const off = onSignal(() => {
    isInterrupted = true
    stderr.write('\n')
    input.close()
  })
  const ask: Ask = async (question) => {
    const hint = question.hint ?? (question.otherwise === '' ? '' : ` [${question.otherwise}]`)
    for (;;) {
      stderr.write(`${question.text}${hint} `)
      const { value, done } = await lines.next()
      if (done === true) throw isInterrupted ? interrupted() : unanswered()
      const text = value.trim() || question.otherwise
      const fault = question.fault(text)
      if (fault === null) return text
      stderr.write(`  ${fault}\n`)
    }
  }
  try {
    return await askAll(ask, own)
  } finally {
    off()
    input.close()
  }
}

function interrupted(): OperationalError {
  return new OperationalError('interrupted', 'Interrupted at a question; nothing was written.')
}

function unanswered(): OperationalError {
  return new OperationalError('declined', 'The input ended before every question was answered; nothing was written.', {
    fix: 'Answer every question, or pass `--yes` for the defaults.',
  })
}

function packageQuestion(own: string | null): Question {
  const text = 'What it installs: a path, a git URL or name@version'
  if (own !== null) return { text: `${text} (empty: what runs here)?`, otherwise: own, fault: packageFault }
  return { text: `${text} (empty: you write it there)?`, otherwise: '', fault: orEmpty(packageFault) }
}

async function askAll(ask: Ask, own: string | null): Promise<Answers> {
  const baseUrl = await ask({
    text: 'Address of your store (empty: only the embedded store)?',
    otherwise: '',
    fault: orEmpty(addressFault),
  })
  const store = baseUrl === '' ? null : await askStore(ask, baseUrl)
  const example = await askYes(ask, 'Write example products?', store === null)
  const workflow = await askYes(
    ask,
    store === null
      ? 'Write a GitHub Actions workflow that validates the catalogue?'
      : 'Write a GitHub Actions workflow that validates, plans and applies the catalogue?',
    true,
  )
  const spec = workflow ? await ask(packageQuestion(own)) : ''
  const vscode = await askYes(ask, 'Write .vscode/settings.json, with the tags of overlays for VS Code?', false)
  return { store, example, workflow, package: spec === '' ? null : spec, vscode }
}

async function askStore(ask: Ask, baseUrl: string): Promise<NonNullable<Answers['store']>> {
  const name = await ask({ text: 'Name of the store in the config?', otherwise: 'production', fault: nameFault })
  const filesUrl = await ask({ text: 'Address of its Files API (empty: no pictures)?', otherwise: '', fault: orEmpty(addressFault) })
  const site = filesUrl === '' ? null : await ask({ text: 'Name of your site in the Files API?', otherwise: '', fault: siteFault })
  return { name, baseUrl: withoutSlash(baseUrl), filesUrl: filesUrl === '' ? null : withoutSlash(filesUrl), site }
}

async function askYes(ask: Ask, text: string, otherwise: boolean): Promise<boolean> {
  const answer = await ask({ text, otherwise: otherwise ? 'y' : 'n', hint: otherwise ? ' [Y/n]' : ' [y/N]', fault: yesFault })
  return /^y/i.test(answer)
}

function yesFault(answer: string): string | null {
  return /^(?:y|yes|n|no)$/i.test(answer) ? null : 'Answer y or n.'
}

function orEmpty(fault: (text: string) => string | null): (text: string) => string | null {
  return (text) => (text === '' ? null : fault(text))
}
