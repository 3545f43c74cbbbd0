import type { CompletedOption, CompletedValue, CompletionTable } from './completion-table.ts'

/** The completions for zsh, as a script that is read after `compinit`, or the file `_planogram` of a folder in `fpath`. */
export function zshCompletion({ commands, global }: CompletionTable): string {
  const cases = commands.map(({ name, options, arguments: own, repeats }) => {
    const values = own.map((value, index) =>
      quoted(`${repeats && index === own.length - 1 ? '*' : String(index + 1)}:value:${actionOf(value)}`),
    )
    return `        ${name})\n          _arguments -s ${[...options, ...global].map(specOf).concat(values).join(' \\\n            ')}\n          ;;`
  })
  return `#compdef planogram
# zsh completion for planogram. In ~/.zshrc, after compinit: source <(planogram completion zsh)

# The words of the whole line: _arguments leaves only those of the command in words, and their options in opt_args.
_planogram_list() {
  local -a listed
  local folder=. index
  for ((index = 2; index < $#planogram_words; index++)); do
    case $planogram_words[index] in
      -C | --chdir) folder=\${(Q)planogram_words[index+1]} ;;
      --chdir=*) folder=\${(Q)planogram_words[index]#--chdir=} ;;
    esac
  done
  listed=(\${(f)"$(planogram --chdir "$folder" completion --values "$1" 2> /dev/null)"})
  compadd -a listed
}

_planogram() {
  local -a planogram_words=("$words[@]")
  local curcontext=$curcontext state line
  local -A opt_args
  local -a commands=(
${commands.map(({ name, help }) => `    ${quoted(`${name}:${help}`)}`).join('\n')}
  )
  _arguments -s -C -A '-*' ${global.map(specOf).join(' \\\n    ')} \\
    '1:command:->command' \\
    '*::argument:->argument'
  case $state in
    command) _describe command commands ;;
    argument)
      case $words[1] in
${cases.join('\n')}
      esac
      ;;
  esac
}

if [ "$funcstack[1]" = _planogram ]; then _planogram "$@"; else compdef _planogram planogram; fi
`
}

/** An option as `_arguments` takes it: names that exclude each other, help, and what its value is. */
function specOf({ names, help, value }: CompletedOption): string {
  const text = `[${help.replaceAll(/[[\]:\\]/g, ' ')}]${value === null ? '' : `:value:${actionOf(value)}`}`
  const all = value === null ? names : names.map(withValue)
  return all.length === 1 ? quoted(`*${all[0]}${text}`) : `'*'{${all.join(',')}}${quoted(text)}`
}

/** The name of an option whose value is the next word, or in the same word: after the sign = of a long one. */
function withValue(name: string): string {
  return name.startsWith('--') ? `${name}=` : `${name}+`
}

function actionOf(value: CompletedValue): string {
  switch (value.kind) {
    case 'words':
      return `(${value.words.join(' ')})`
    case 'files':
      return '_files'
    case 'folders':
      return '_files -/'
    case 'nothing':
      return ' '
    case 'stores':
    case 'runs':
    case 'addresses':
      return `{_planogram_list ${value.kind}}`
    default:
      return value satisfies never
  }
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
