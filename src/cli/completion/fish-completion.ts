import type { CompletedOption, CompletedValue, CompletionTable } from './completion-table.ts'

/** The completions for fish, as the file `planogram.fish` of its folder of completions. */
export function fishCompletion({ commands, global }: CompletionTable): string {
  const names = commands.map(({ name }) => name).join(' ')
  const noCommand = `not __fish_seen_subcommand_from ${names}`
  const lines = commands.flatMap(({ name, help, options, arguments: own }) => {
    const inCommand = quoted(`__fish_seen_subcommand_from ${name}`)
    return [
      `complete -c planogram -n ${quoted(noCommand)} -f -a ${name} -d ${quoted(help)}`,
      ...options.map((option) => optionLine(option, ` -n ${inCommand}`)),
      ...own.map((value) => `complete -c planogram -n ${inCommand} ${valueText(value)}`),
    ]
  })
  return `# fish completion for planogram. planogram completion fish > ~/.config/fish/completions/planogram.fish

# The names of a kind in the catalogue of the line: that of --chdir, or of this folder.
function __planogram_values
    set -l words (commandline -opc)
    set -l folder .
    for index in (seq (count $words))
        switch $words[$index]
            case -C --chdir
                if test $index -lt (count $words)
                    set folder $words[(math $index + 1)]
                end
            case '--chdir=*'
                set folder (string replace -- --chdir= '' $words[$index])
        end
    end
    planogram --chdir $folder completion --values $argv[1] 2> /dev/null
end

complete -c planogram -f
${[...global.map((option) => optionLine(option, '')), ...lines].join('\n')}
`
}

function optionLine({ names, help, value }: CompletedOption, condition: string): string {
  const flags = names.map((name) => (name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`)).join(' ')
  return `complete -c planogram${condition} ${flags} -d ${quoted(help)}${value === null ? '' : ` -r ${valueText(value)}`}`
}

function valueText(value: CompletedValue): string {
  switch (value.kind) {
    case 'words':
      return `-f -a ${quoted(value.words.join(' '))}`
    case 'files':
      return '-F'
    case 'folders':
      return `-f -a '(__fish_complete_directories)'`
    case 'nothing':
      return '-f'
    case 'stores':
    case 'runs':
    case 'addresses':
      return `-f -a '(__planogram_values ${value.kind})'`
    default:
      return value satisfies never
  }
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`
}
