import { Command } from 'commander'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { addOptions, choice, flag, limited, option, readOptions, text, typedOptions } from '../../../src/cli/option.ts'
import { commands } from '../../../src/cli/commands.ts'
import { OperationalError } from '../../../src/errors.ts'

const options = z.object({
  file: option('<file>', 'A file', { schema: z.string() }),
  more: option('[more...]', 'More files', { schema: z.array(z.string()).default([]) }),
  out: text('-o, --out <file>', 'Where to write'),
  all: limited(flag('--all', 'Everything'), { excludes: ['out'] }),
  tag: option('--tag <name>', 'A tag', { schema: z.array(z.string().max(3, { error: 'Give a short tag.' })).default([]), repeats: true }),
  format: choice('--format <format>', 'A format', ['text', 'json']),
  chart: limited(choice('--chart <chart>', 'A chart', ['bars', 'lines']), { needs: { option: 'format', value: 'json' } }),
  rest: limited(flag('--rest', 'More of all'), { needs: { option: 'all', value: true } }),
  wait: option('--no-wait', 'Do not wait', { schema: z.boolean().default(true) }),
  colour: option('--colour', 'With colour', { schema: z.boolean().optional(), negative: 'Without colour' }),
  address: option('--address <url>', 'An address', { schema: z.url({ protocol: /^https$/, error: 'Give an https address.' }).optional() }),
})

/** The typed options of a command line, or the message and the advice of its error. */
function read(...argv: readonly string[]): unknown {
  const command = new Command().exitOverride()
  addOptions(command, options)
  command.action(() => undefined).parse(argv, { from: 'user' })
  try {
    return readOptions(options, typedOptions(command, options))
  } catch (error) {
    if (!(error instanceof OperationalError)) throw error
    return [error.code, error.message, error.fix]
  }
}

test('options that are not given have their defaults, and arguments are in the same value', () => {
  expect(read('a')).toEqual({ file: 'a', more: [], all: false, tag: [], format: 'text', chart: 'bars', rest: false, wait: true })
})

test('options that are given are typed', () => {
  const typed = read('a', 'b', 'c', '--all', '--tag', 'x', '--tag', 'y', '--format', 'json', '--no-wait', '--no-colour')

  expect(typed).toEqual({
    file: 'a',
    more: ['b', 'c'],
    all: true,
    tag: ['x', 'y'],
    format: 'json',
    chart: 'bars',
    rest: false,
    wait: false,
    colour: false,
  })
})

test.each([
  [['a', '--out', ''], '`--out`', 'Give a value, or omit `--out`.'],
  [['a', '--tag', 'x', '--tag', ''], '`--tag`', 'Give a value, or omit `--tag`.'],
  [[''], '`file`', 'Give a value.'],
  [['a', 'b', ''], '`more`', 'Give a value, or omit `more`.'],
])('an empty value is refused, as that of a variable that is not set: %j', (argv, name, advice) => {
  expect(read(...argv)).toEqual(['wrong-usage', `${name} is empty.`, `${advice} Check the variables of the command line.`])
})

test('an error names the option, the value and what is allowed', () => {
  expect(read('a', '--format', 'jsn')).toEqual([
    'wrong-usage',
    '`--format` does not accept `jsn`.',
    'Did you mean `json`? Allowed choices are text, json.',
  ])
  expect(read('a', '--tag', 'x', '--tag', 'long')).toEqual(['wrong-usage', '`--tag` does not accept `long`.', 'Give a short tag.'])
  expect(read('a', '--all', '--out', 'b')).toEqual(['wrong-usage', '`--all` cannot be combined with `--out`.', 'Omit `--all` or `--out`.'])
})

test('an error shows no password, no query and no escape code of a value, and not all of a long one', () => {
  const messages = ['http://ann:hunter2@shop.example', 'http://shop.example/?_key=hunter2', '\u001B[31mred', 'x'.repeat(200)].map((value) =>
    String(read('a', '--address', value)),
  )

  expect(messages.filter((message) => message.includes('\u001B') || /hunter2|x{81}/.test(message))).toEqual([])
  expect(messages.filter((message) => message.startsWith('wrong-usage,`--address` does not accept `')).length).toBe(4)
})

test('every option of every command is declared with a help that is an imperative or a noun, without a full stop', () => {
  const helps = commands.flatMap(({ usage }) => {
    const command = new Command(usage.name)
    addOptions(command, usage.options)
    return [usage, ...command.options, ...command.registeredArguments].map(({ description }) => description)
  })

  expect(helps.filter((help) => !/^[A-Z].*[^.]$/s.test(help))).toEqual([])
  expect(helps.length).toBeGreaterThan(50)
})

test('an option without effect is refused, its default is not', () => {
  expect(read('a', '--chart', 'bars')).toEqual([
    'wrong-usage',
    '`--chart` has no effect without `--format json`.',
    'Give `--format json`, or omit `--chart`.',
  ])
  expect(read('a', '--rest')).toEqual(['wrong-usage', '`--rest` has no effect without `--all`.', 'Give `--all`, or omit `--rest`.'])
  expect(read('a', '--format', 'json', '--chart', 'bars', '--all', '--rest')).toMatchObject({ chart: 'bars', rest: true })
})
