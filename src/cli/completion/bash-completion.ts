import type { CompletedOption, CompletedValue, CompletionTable } from './completion-table.ts'

/** The completions for bash 4 and later, as a script that the shell reads. Needs no package of the system. */
export function bashCompletion({ commands, global }: CompletionTable): string {
  const names = commands.map(({ name }) => name)
  const options = commands.map(({ name, options: own }) => `    ${name}) echo ${namesOf(own)} ;;`)
  const values = [
    ...commands.flatMap(({ name, options: own }) => valueLines(own, (option) => `'${name} ${option}'`)),
    ...valueLines(global, (option) => `*' ${option}'`),
  ]
  const positions = commands.flatMap(({ name, arguments: own, repeats }) =>
    own.map(
      (value, index) => `    '${name} ${index}'${repeats && index === own.length - 1 ? ` | '${name} '*` : ''}) echo ${valueText(value)} ;;`,
    ),
  )
  return `# bash completion for planogram. In ~/.bashrc: source <(planogram completion bash)

# What is offered for the value of an option: _planogram_value <command> <option>
_planogram_value() {
  case "$1 $2" in
${values.join('\n')}
  esac
}

# What is offered for an argument: _planogram_argument <command> <number>
_planogram_argument() {
  case "$1 $2" in
${positions.join('\n')}
  esac
}

_planogram_options() {
  case "$1" in
${options.join('\n')}
  esac
}

${completeFunction(names, global)}complete -F _planogram planogram
`
}

/** Finds the command, the option that waits for a value, and the number of the argument; then what to offer. */
function completeFunction(names: readonly string[], global: readonly CompletedOption[]): string {
  return `_planogram() {
  local IFS=$' \\t\\n' cur=\${COMP_WORDS[COMP_CWORD]} command= expected= offered= folder=. count=0 index word
  # bash makes a word of its own of the sign = in --format=json.
  if [ "$cur" = '=' ]; then cur=; fi
  for ((index = 1; index < COMP_CWORD; index++)); do
    word=\${COMP_WORDS[index]}
    if [ "$word" = '=' ]; then continue; fi
    if [ -n "$expected" ]; then
      case "$expected" in -C | --chdir) folder=$word ;; esac
      expected=
    elif [[ $word == -* ]]; then
      if [ -n "$(_planogram_value "$command" "$word")" ]; then expected=$word; fi
    elif [ -z "$command" ]; then command=$word
    else count=$((count + 1)); fi
  done
  if [ -n "$expected" ]; then offered=$(_planogram_value "$command" "$expected")
  elif [[ $cur == -* ]]; then offered="$(_planogram_options "$command") ${namesOf(global)}"
  elif [ -z "$command" ]; then offered='${names.join(' ')}'
  else offered=$(_planogram_argument "$command" "$count"); fi
  COMPREPLY=()
  case "$offered" in
    :files) compopt -o filenames 2> /dev/null; IFS=$'\\n' COMPREPLY=($(compgen -f -- "$cur")) ;;
    :folders) compopt -o filenames 2> /dev/null; IFS=$'\\n' COMPREPLY=($(compgen -d -- "$cur")) ;;
    :nothing | '') ;;
    :*)
      # Names of a catalogue are not given to compgen -W, which expands its words: a name could run a command.
      while IFS= read -r word; do
        if [[ $word == "$cur"* ]]; then printf -v word %q "$word" && COMPREPLY+=("$word"); fi
      done < <(planogram --chdir "$folder" completion --values "\${offered#:}" 2> /dev/null)
      ;;
    *) COMPREPLY=($(compgen -W "$offered" -- "$cur")) ;;
  esac
}

`
}

function namesOf(options: readonly CompletedOption[]): string {
  return options.flatMap(({ names }) => names).join(' ')
}

function valueLines(options: readonly CompletedOption[], pattern: (name: string) => string): readonly string[] {
  return options.flatMap(({ names, value }) =>
    value === null ? [] : [`    ${names.map(pattern).join(' | ')}) echo ${valueText(value)} ;;`],
  )
}

function valueText(value: CompletedValue): string {
  return value.kind === 'words' ? value.words.join(' ') : `:${value.kind}`
}
