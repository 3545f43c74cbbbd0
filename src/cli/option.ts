import { Argument, type Command, Option } from 'commander'
import { z } from 'zod'
import { maskSecrets } from '../problems/mask-secrets.ts'
import { nearestWord } from '../problems/nearest-word.ts'
import { invariant, OperationalError } from '../errors.ts'
import { sanitizeLine } from '../report/sanitize.ts'

/** How an option or an argument is typed, and what `--help` prints about it. */
export interface OptionUsage {
  /** As commander reads it: `-o, --out <file>`; `<sku>` or `[paths...]` for an argument. */
  readonly flags: string
  readonly help: string
  /** The help of `--no-…`, for an option that has this form too. */
  readonly negative?: string
  readonly choices?: readonly string[]
  /** True where the option may be given several times; its value is a list then. */
  readonly repeats?: boolean
  /** Names of options that cannot be given together with this one. */
  readonly excludes?: readonly string[]
  /** What it has no effect without: another option or argument by its name, with one value. */
  readonly needs?: { readonly option: string; readonly value: string | true }
}

const usages = z.registry<OptionUsage>()

/**
 * Declares an option: its schema turns the text of the command line into a typed value, with `undefined` where it is not given. An
 * error message of the schema says what to give instead, as an imperative.
 */
export function option<Schema extends z.ZodType>(
  flags: string,
  help: string,
  { schema, ...more }: Omit<OptionUsage, 'flags' | 'help'> & { readonly schema: Schema },
): Schema {
  usages.add(schema, { flags, help, ...more })
  return schema
}

/** Declares an option without a value: true where it is given. */
export function flag(flags: string, help: string): z.ZodDefault<z.ZodBoolean> {
  return option(flags, help, { schema: z.boolean().default(false) })
}

/** Declares, of an option, what it excludes and what it needs. */
export function limited<Schema extends z.ZodType>(schema: Schema, limits: Pick<OptionUsage, 'excludes' | 'needs'>): Schema {
  usages.add(schema, { ...usageOf(schema), ...limits })
  return schema
}

/** Declares an option with any text as its value. */
export function text(flags: string, help: string): z.ZodOptional<z.ZodString> {
  return option(flags, help, { schema: z.string().optional() })
}

/** Declares an option with a glob on addresses as its value, which may be given several times. */
export function globs(flags: string, help: string): z.ZodOptional<z.ZodArray<z.ZodString>> {
  const schema = z.array(z.string().min(1, 'Give an address, such as `product.TEE`; `*` is any text.')).optional()
  return option(flags, help, { schema, repeats: true })
}

/** Declares an option that takes one of these words; the first is the default. */
export function choice<const Word extends string>(
  flags: string,
  help: string,
  words: readonly [Word, ...Word[]],
): z.ZodDefault<z.ZodEnum<z.core.util.ToEnum<Word>>> {
  return option(flags, help, { schema: oneOf(words).default(words[0]), choices: words })
}

/** Declares an option, or an argument, that takes one of these words and has no default. */
export function optionalChoice<const Word extends string>(
  flags: string,
  help: string,
  words: readonly [Word, ...Word[]],
): z.ZodOptional<z.ZodEnum<z.core.util.ToEnum<Word>>> {
  return option(flags, help, { schema: oneOf(words).optional(), choices: words })
}

/** Declares an argument that takes one of these words and must be given. */
export function requiredChoice<const Word extends string>(
  flags: string,
  help: string,
  words: readonly [Word, ...Word[]],
): z.ZodEnum<z.core.util.ToEnum<Word>> {
  return option(flags, help, { schema: oneOf(words), choices: words })
}

function oneOf<const Word extends string>(words: readonly [Word, ...Word[]]): z.ZodEnum<z.core.util.ToEnum<Word>> {
  return z.enum(words, { error: ({ input }) => wordHelp(String(input), words) })
}

function wordHelp(typed: string, words: readonly string[]): string {
  const near = nearestWord(typed, words)
  return `${near === undefined ? '' : `Did you mean \`${near}\`? `}Allowed choices are ${words.join(', ')}.`
}

/** How the options and arguments of a schema are typed, in their order. */
export function optionUsages(options: z.ZodObject): readonly OptionUsage[] {
  return Object.values(options.shape).map(usageOf)
}

/** Adds the options and arguments of a schema to a command, in their order. */
export function addOptions(command: Command, options: z.ZodObject): void {
  for (const [name, schema] of Object.entries(options.shape)) {
    const { flags, help, negative, choices, repeats } = usageOf(schema)
    const part = isArgument(flags) ? new Argument(flags, help) : new Option(flags, help)
    if (choices) part.argChoices = [...choices]
    const fallback = z.safeParse(schema, undefined).data
    if (typeof fallback === 'string') part.default(fallback)
    if (part instanceof Argument) command.addArgument(part)
    else {
      invariant(part.attributeName() === name, `commander calls the option ${name} ${part.attributeName()}`)
      command.addOption(repeats === true ? part.argParser(gathered) : part)
    }
    if (negative !== undefined) command.option(flags.replace('--', '--no-'), negative)
  }
}

function gathered(value: string, before: unknown): readonly unknown[] {
  return [...(Array.isArray(before) ? before : []), value]
}

/** What was typed for the options of this schema, by name; nothing for a default. */
export function typedOptions(command: Command, options: z.ZodObject): Readonly<Record<string, unknown>> {
  const names = Object.entries(options.shape).flatMap(([name, schema]) => (isArgument(usageOf(schema).flags) ? [name] : []))
  const typed = Object.entries(command.opts()).filter(([name]) => command.getOptionValueSource(name) !== 'default')
  const given = names.slice(0, command.args.length).map((name, index) => [name, command.processedArgs[index]] as const)
  return Object.fromEntries([...typed, ...given])
}

/** The typed values of what was typed. Throws `wrong-usage` that names the option, the value, and what is allowed. */
export function readOptions<Options extends z.ZodObject>(options: Options, typed: Readonly<Record<string, unknown>>): z.infer<Options> {
  refuseExcluded(options, typed)
  const read = options.safeParse(typed)
  if (read.success) {
    refuseEmpty(options, typed)
    refuseUseless(options, typed, read.data)
    return read.data
  }
  const [issue] = read.error.issues
  const name = String(issue?.path[0] ?? '')
  const whole = typed[name]
  const place = issue?.path[1]
  const value = Array.isArray(whole) && typeof place === 'number' ? whole[place] : whole
  throw new OperationalError('wrong-usage', `${nameOf(options, name)} does not accept \`${shownValue(String(value))}\`.`, {
    ...(issue && { fix: issue.message }),
  })
}

/** An empty value is that of a variable of a shell that is not set: it must not mean the current folder, or everything. */
function refuseEmpty(options: z.ZodObject, typed: Readonly<Record<string, unknown>>): void {
  const empty = Object.entries(options.shape).find(([name]) => [typed[name]].flat().includes(''))
  if (empty === undefined) return
  const name = nameOf(options, empty[0])
  const advice = usageOf(empty[1]).flags.startsWith('<') ? 'Give a value.' : `Give a value, or omit ${name}.`
  throw new OperationalError('wrong-usage', `${name} is empty.`, { fix: `${advice} Check the variables of the command line.` })
}

function refuseExcluded(options: z.ZodObject, typed: Readonly<Record<string, unknown>>): void {
  for (const [name, schema] of Object.entries(options.shape)) {
    const other = typed[name] === undefined ? undefined : usageOf(schema).excludes?.find((each) => typed[each] !== undefined)
    if (other === undefined) continue
    const names = [name, other].map((each) => nameOf(options, each))
    throw new OperationalError('wrong-usage', `${names.join(' cannot be combined with ')}.`, { fix: `Omit ${names.join(' or ')}.` })
  }
}

/** An option without effect is a mistake: something else was meant. */
function refuseUseless(options: z.ZodObject, typed: Readonly<Record<string, unknown>>, values: Readonly<Record<string, unknown>>): void {
  for (const [name, schema] of Object.entries(options.shape)) {
    const { needs } = usageOf(schema)
    if (needs === undefined || typed[name] === undefined || values[needs.option] === needs.value) continue
    const needed = neededText(options, needs)
    const own = nameOf(options, name)
    throw new OperationalError('wrong-usage', `${own} has no effect without ${needed}.`, { fix: `Give ${needed}, or omit ${own}.` })
  }
}

/** `--format svg`, `--write`, or a word in the place of an argument. */
function neededText(options: z.ZodObject, { option: other, value }: NonNullable<OptionUsage['needs']>): string {
  const name = nameOf(options, other)
  if (value === true) return name
  return name.startsWith('`-') ? `${name.slice(0, -1)} ${value}\`` : `\`${value}\``
}

/** `--out` of `-o, --out <file>`, `action` of `[action]`. */
function nameOf(options: z.ZodObject, name: string): string {
  const schema = options.shape[name]
  const { flags } = schema ? usageOf(schema) : { flags: name }
  return `\`${/--[\w-]+/.exec(flags)?.[0] ?? flags.replaceAll(/[[\]<>.]/g, '')}\``
}

/** The longest value that a message repeats. */
const longestValue = 80

/** A value as a message may show it: without a password or a query of an address. */
function shownValue(value: string): string {
  const shown = sanitizeLine(maskSecrets(value.replace(/\?[^]*$/, '?...')))
  return shown.length > longestValue ? `${shown.slice(0, longestValue)}...` : shown
}

function isArgument(flags: string): boolean {
  return !flags.startsWith('-')
}

function usageOf(schema: z.core.$ZodType): OptionUsage {
  const usage = usages.get(schema)
  invariant(usage, 'an option of a command is not declared with option()')
  return usage
}
