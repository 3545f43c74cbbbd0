import type { ProgramOutput } from '../program-output.ts'
import { type Answers, keyVariable } from './answers.ts'

/** What comes after `init`: commands that can be typed as they stand. `way`: from where the person stands to the catalogue. */
export function nextText({ store, example, workflow }: Answers, way: string, { errorTheme: theme }: ProgramOutput): string {
  const commands = example ? withExample : store ? fromStore(store.name) : withoutDocuments
  const inFolder = way === '' ? [] : [`  ${theme.bold(`cd ${/^[\w./-]+$/.test(way) ? way : `'${way}'`}`)}`]
  const width = Math.max(...commands.map(([command]) => command.length))
  const lines = commands.map(([command, words]) => `  ${theme.bold(command)}${' '.repeat(width - command.length)}   ${theme.dim(words)}`)
  const secrets = workflow && store ? '\nThe workflow says which secret and which environment the repository needs.\n' : ''
  return `\nNext:\n${[...inFolder, ...lines].join('\n')}\n${secrets}`
}

type Command = readonly [command: string, words: string]

const embedded: readonly Command[] = [
  ['planogram plan', 'what would change in the embedded store'],
  ['planogram apply', 'review it, then make it so'],
  ['planogram emulator', 'look at the shop in the browser'],
]

const withExample: readonly Command[] = [['planogram validate', 'check the documents, offline'], ...embedded]

const withoutDocuments: readonly Command[] = [['planogram validate', 'check the documents, offline; there are none yet'], ...embedded]

function fromStore(name: string): readonly Command[] {
  return [
    [`export ${keyVariable(name)}=...`, 'an application key of the store'],
    ['planogram pull --images', 'the store into YAML; nothing is written to it'],
    ['planogram plan', 'finds nothing to do; edit a price and plan again'],
  ]
}
