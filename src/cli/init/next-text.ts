import { shellWord } from '../../report/shell-word.ts'
import type { ProgramOutput } from '../program-output.ts'
import { type Answers, keyVariable } from './answers.ts'

/** The next commands after `init`, ready to be typed. `path`: the one from the current folder to the catalogue. */
export function nextText(
  { store, example, workflow, package: installed }: Answers,
  path: string,
  { errorTheme: theme }: ProgramOutput,
): string {
  const commands = example ? withExample : store ? fromStore(store) : withoutDocuments
  const inFolder = path === '' ? [] : [`  ${theme.bold(`cd ${shellWord(path)}`)}`]
  const width = Math.max(...commands.map(([command]) => command.length))
  const lines = commands.map(([command, words]) => `  ${theme.bold(command)}${' '.repeat(width - command.length)}   ${theme.dim(words)}`)
  const unset = workflow ? `\n${installed === null ? unsetText : installedText(installed)}\n` : ''
  const secrets = workflow && store ? '\nComments in the workflow name the secret and the environment that the repository needs.\n' : ''
  return `\nNext:\n${[...inFolder, ...lines].join('\n')}\n${unset}${secrets}`
}

const unsetText = `Before the workflow can run, set PLANOGRAM at its top to what npm installs as
planogram: a path in the repository, a git URL with a commit, or name@version.`

function installedText(spec: string): string {
  return `The workflow installs ${spec}; PLANOGRAM at its top names it.`
}

type Command = readonly [command: string, words: string]

const embedded: readonly Command[] = [
  ['planogram plan', 'print what would change in the embedded store'],
  ['planogram apply', 'review the plan, then apply it'],
  ['planogram emulator', 'look at the shop in the browser'],
]

const withExample: readonly Command[] = [['planogram validate', 'check the documents offline'], ...embedded]

const withoutDocuments: readonly Command[] = [['planogram validate', 'check the documents offline; there are none yet'], ...embedded]

function fromStore({ name, filesUrl }: NonNullable<Answers['store']>): readonly Command[] {
  const pull = filesUrl === null ? 'planogram pull' : 'planogram pull --images'
  return [
    [`export ${keyVariable(name)}=...`, 'set an application key of the store'],
    [pull, 'write the records of the store to YAML'],
    ['planogram plan', 'finds no changes; edit a price and plan again'],
  ]
}
