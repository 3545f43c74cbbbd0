import { commands } from '../../src/cli/commands.ts'
import { exitNames } from '../../src/cli/help-text.ts'
import { errorKinds, exitCodes, exitMeanings } from '../../src/errors.ts'
import { prose } from './prose.ts'

const start = `# Errors and exit codes

\`npm run generate\` writes this page from \`src/errors.ts\` and from the commands; a test compares it with the code.

Results go to stdout, messages and errors to stderr. An error is printed as

\`\`\`text
error[config-missing]: There is no planogram.yaml in /home/ann/shop.
  help: Run the command in the folder of your catalogue, name it with --chdir, or start one with \`planogram init\`.
\`\`\`

with its code in brackets, what happened, and what to do. Problems of a catalogue have a rule in the brackets instead: see [rules](rules.md).
`

/** The text of `docs/errors.md`: every exit code with the commands that return it, and every error. */
export function errorsPage(): string {
  return [
    start,
    '## Exit codes\n',
    table(['exit code', 'meaning', 'commands'], exitNames(exitMeanings).map(exitRow)),
    '\nFor a command that a signal ends at once, a shell reports 130 or 143 too.\n',
    '## Exit codes by command\n',
    table(['command', 'exit code', 'when'], commandRows()),
    '\n## Errors\n',
    table(
      ['error', 'exit code', 'what it is', 'what to do'],
      Object.entries(errorKinds).map(([code, { exitCode, title, fix }]) => [`\`${code}\``, String(exitCode), title, fix]),
    ),
    '',
  ].join('\n')
}

function exitRow(name: keyof typeof exitCodes): readonly string[] {
  const returning = commands.filter(({ usage }) => usage.exitCodes[name] !== undefined).map(({ usage }) => usage.name)
  return [String(exitCodes[name]), exitMeanings[name], returning.length === commands.length ? 'all' : returning.join(', ')]
}

function commandRows(): readonly (readonly string[])[] {
  return commands.flatMap(({ usage }) =>
    exitNames(usage.exitCodes).map((name, index) => [
      index === 0 ? `\`${usage.name}\`` : '',
      String(exitCodes[name]),
      usage.exitCodes[name] ?? '',
    ]),
  )
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [tableRow(head), `|${'---|'.repeat(head.length)}`, ...rows.map(tableRow)].join('\n')
}

function tableRow(cells: readonly string[]): string {
  return `| ${cells.map((cell) => prose(cell).replaceAll('|', '\\|')).join(' | ')} |`
}
