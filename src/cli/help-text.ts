import { type ExitName, exitCodes, exitMeanings } from '../errors.ts'
import type { CommandUsage } from './command-usage.ts'

const columns = 80
/** Where the effects of examples start at the most; a longer command line has its effect on the line below. */
const widestCommand = 40

type Pair = readonly [left: string, right: string]

const firstSteps: readonly Pair[] = [
  ['planogram init shop', 'create a catalogue and an embedded store'],
  ['cd shop', ''],
  ['planogram plan', 'print what would change in the store'],
  ['planogram apply', 'review the plan in the terminal, then apply it'],
  ['planogram emulator', 'look at the shop in the browser'],
]

const everyDay: readonly Pair[] = [
  ['planogram validate', 'check the catalogue offline'],
  ['planogram fmt', 'reformat the documents'],
  ['planogram plan --out plan.json', 'save a plan for review'],
  ['planogram apply plan.json --auto-approve', 'apply exactly that plan, in CI'],
  ['planogram price TEE-CLASSIC-m-navy --group dealer --quantity 50', 'print what a customer pays, and why'],
  ['planogram pull', 'write changes made in the store to YAML'],
]

/** What `planogram --help` prints below the commands: first steps and the exit codes that some command returns. */
export function programHelp(usages: readonly CommandUsage[]): string {
  const returned = new Set(usages.flatMap(({ exitCodes: own }) => exitNames(own)))
  const meanings = Object.fromEntries(exitNames(exitMeanings).flatMap((name) => (returned.has(name) ? [[name, exitMeanings[name]]] : [])))
  return [
    section('First steps:', aligned(firstSteps)),
    section('Every day:', aligned(everyDay)),
    section('Exit codes:', aligned(exitPairs(meanings))),
    '\n`planogram <command> --help` prints options, examples and exit codes.',
  ].join('\n')
}

/** What `--help` of a command prints below its options. */
export function commandHelp({ examples, notes, exitCodes: own }: CommandUsage): string {
  return [
    section('Examples:', aligned(examples)),
    ...notes.map((note) => `\n${paragraph(note).join('\n')}`),
    section('Exit codes:', aligned(exitPairs(own))),
  ].join('\n')
}

/** The names of the exit codes that are given, in the order of their numbers. */
export function exitNames(given: Readonly<Partial<Record<ExitName, unknown>>>): readonly ExitName[] {
  return Object.keys(exitCodes)
    .filter((name): name is ExitName => name in exitCodes)
    .filter((name) => given[name] !== undefined)
}

function exitPairs(own: CommandUsage['exitCodes']): readonly Pair[] {
  return exitNames(own).map((name) => [String(exitCodes[name]).padStart(3), own[name] ?? ''])
}

function section(title: string, lines: readonly string[]): string {
  return `\n${[title, ...lines].join('\n')}`
}

/** Two columns: the right one filled, and on a line of its own where the left one is too wide. */
function aligned(pairs: readonly Pair[]): readonly string[] {
  const fitting = pairs.map(([left]) => left.length).filter((length) => length <= widestCommand)
  const width = Math.max(...fitting, 0)
  const indent = ' '.repeat(width + 4)
  return pairs.flatMap(([left, right]) => {
    const [first = '', ...more] = filled(right, columns - width - 4)
    const head = left.length > width ? [`  ${left}`, `${indent}${first}`] : [`  ${left.padEnd(width)}  ${first}`.trimEnd()]
    return [...head, ...more.map((line) => `${indent}${line}`)]
  })
}

/** A paragraph in lines; line ends of its own stay. */
function paragraph(note: string): readonly string[] {
  return note.split('\n').flatMap((line) => filled(line, columns))
}

/** The words of a text in lines of at most so many columns. */
function filled(text: string, width: number): readonly string[] {
  const filledLines: string[] = []
  for (const word of text.split(' ')) {
    const last = filledLines.at(-1)
    if (last !== undefined && last.length + word.length < width) filledLines[filledLines.length - 1] = `${last} ${word}`
    else filledLines.push(word)
  }
  return filledLines
}
