import type { CommandUsage } from '../command-usage.ts'
import { globalOptions } from '../global-options.ts'
import { type OptionUsage, optionUsages } from '../option.ts'

/** What a shell offers for a value: words, names that the program lists, or files. */
export type CompletedValue =
  | { readonly kind: 'words'; readonly words: readonly string[] }
  | { readonly kind: 'stores' | 'runs' | 'addresses' | 'files' | 'folders' | 'nothing' }

/** An option with all its names; `value` is `null` for one that takes none. */
export interface CompletedOption {
  readonly names: readonly string[]
  readonly help: string
  readonly value: CompletedValue | null
}

/** A command, its options without the global ones, and its arguments in their order. */
export interface CompletedCommand {
  readonly name: string
  readonly help: string
  readonly options: readonly CompletedOption[]
  readonly arguments: readonly CompletedValue[]
  /** True where the last argument may be given again and again. */
  readonly repeats: boolean
}

/** Everything that completions are made of. */
export interface CompletionTable {
  readonly commands: readonly CompletedCommand[]
  readonly global: readonly CompletedOption[]
}

/** The table of completions, from how the commands are typed: placeholders such as `<file>` decide what is offered for a value. */
export function completionTable(usages: readonly CommandUsage[]): CompletionTable {
  const help: CompletedOption = { names: ['-h', '--help'], help: 'Print the help', value: null }
  const helpCommand: CompletedCommand = {
    name: 'help',
    help: 'Print the help of a command',
    options: [],
    arguments: [{ kind: 'words', words: usages.map(({ name }) => name) }],
    repeats: false,
  }
  return { commands: [...usages.map(commandOf), helpCommand], global: [...optionUsages(globalOptions).flatMap(optionsOf), help] }
}

function commandOf({ name, description, options }: CommandUsage): CompletedCommand {
  const all = optionUsages(options)
  const values = all.filter(({ flags }) => !flags.startsWith('-'))
  return {
    name,
    help: description,
    options: all.filter(({ flags }) => flags.startsWith('-')).flatMap(optionsOf),
    arguments: values.map((each) => valueOf(each, each.flags)),
    repeats: values.some(({ flags }) => flags.includes('...')),
  }
}

/** One option, and its negative where it has one. */
function optionsOf(usage: OptionUsage): readonly CompletedOption[] {
  const { flags, help, negative } = usage
  const placeholder = /<.*>/.exec(flags)?.[0]
  const names = flags.replace(/ <.*>/, '').split(', ')
  const value = placeholder === undefined ? null : valueOf(usage, placeholder)
  const negated = negative === undefined ? [] : [{ names: names.map((name) => name.replace('--', '--no-')), help: negative, value: null }]
  return [{ names, help, value }, ...negated]
}

const kinds: Readonly<Record<string, Exclude<CompletedValue['kind'], 'words'>>> = {
  store: 'stores',
  run: 'runs',
  address: 'addresses',
  glob: 'addresses',
  file: 'files',
  plan: 'files',
  paths: 'files',
  folder: 'folders',
}

function valueOf({ choices }: OptionUsage, placeholder: string): CompletedValue {
  if (choices !== undefined) return { kind: 'words', words: choices }
  const [word = ''] = /[a-z]+/.exec(placeholder) ?? []
  return { kind: kinds[word] ?? 'nothing' }
}
