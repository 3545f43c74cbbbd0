import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { commands } from '../../src/cli/commands.ts'
import { exitNames } from '../../src/cli/help-text.ts'
import { startEmulator } from '../../src/emulator/start-emulator.ts'
import { runProgram } from '../../src/cli/run-program.ts'
import { exitCodes } from '../../src/errors.ts'
import { openState } from '../../src/state/open-state.ts'
import { planogram } from '../support/command-line.ts'
import { surroundingsIn } from '../support/surroundings.ts'
import { startTerminal } from '../support/terminal.ts'
import { type ShopFolder, shopFolder } from '../support/shop-folder.ts'
import { png } from '../support/written-catalogue.ts'

const mug = 'products:\n  MUG: { title: Mug, price: 8.50 }\n'

/** Runs a command line that a signal stops as soon as it can, or that finds no answers in its terminal. */
async function stopped(shop: ShopFolder, argv: readonly string[], signal?: 'SIGINT' | 'SIGTERM'): Promise<number> {
  const terminal = signal === undefined || argv[0] === 'init' ? { isTTY: true } : {}
  const stdin = Object.assign(new PassThrough(), terminal)
  const output = Object.assign(new PassThrough(), terminal)
  output.resume()
  if (signal === undefined) stdin.end()
  return await new Promise<number>((ended) => {
    const program = runProgram(argv, {
      stdin,
      stdout: output,
      stderr: output,
      env: {},
      cwd: shop.root,
      now: () => new Date(),
      randomId: () => 'test',
      onSignal: (listener) => {
        if (signal !== undefined) queueMicrotask(() => listener(signal))
        return () => undefined
      },
      abandon: (exitCode = -1) => ended(exitCode),
    })
    void program.then(ended)
  })
}

type Tried = (shop: ShopFolder) => Promise<number>

/** Runs a command line in a terminal, where keys are pressed once the screen shows the help key; without keys, until it ends. */
async function inTerminal(shop: ShopFolder, argv: readonly string[], keys?: string): Promise<number> {
  const terminal = startTerminal(80, 24)
  const [stdin, stdout] = [terminal.stdin as PassThrough, terminal.stdout as PassThrough]
  const ended = runProgram(argv, surroundingsIn(shop.root, { stdin, stdout }))
  if (keys !== undefined) {
    await terminal.until('? help')
    terminal.press(keys)
  }
  const exitCode = await ended
  terminal.close()
  return exitCode
}

/** A review of the plan of the shop that these keys end. */
const reviewed =
  (keys: string): Tried =>
  async (shop) => {
    await planogram(shop.root, ['plan', '--out', 'plan.json'])
    return await inTerminal(shop, ['review', 'plan.json'], keys)
  }

const run =
  (...argv: readonly string[]): Tried =>
  async (shop) =>
    (await planogram(shop.root, argv)).exitCode
const runWith =
  (file: string, content: string | Uint8Array, ...argv: readonly string[]): Tried =>
  async (shop) => {
    shop.write(file, content)
    return await run(...argv)(shop)
  }
const withoutConfig = (...argv: readonly string[]): Tried => run(...argv, '--config', 'none.yaml')
const withLatin1Config = (...argv: readonly string[]): Tried => runWith('planogram.yaml', Buffer.from('# caf\u00E9\n', 'latin1'), ...argv)
const withWrongCatalogue = (...argv: readonly string[]): Tried => runWith('shop.yaml', 'products: [\n', ...argv)

/** A command after an apply. */
const applied =
  (...argv: readonly string[]): Tried =>
  async (shop) => {
    await run('apply', '--auto-approve')(shop)
    return await run(...argv)(shop)
  }

/** Another process holds the lease of the store. */
async function holdLease(shop: ShopFolder): Promise<void> {
  const state = await openState(join(shop.root, '.planogram/state.db'))
  const at = new Date().toISOString()
  const expiresAt = new Date(Date.now() + 600_000).toISOString()
  await state.acquireLease({ store: (await state.runs())[0]?.store ?? '', holder: 'another process', at, expiresAt })
  await state.close()
}

/** A command line for each exit code that `--help` of a command lists, but for wrong usage. */
const tried: Readonly<Record<string, Tried>> = {
  'init 0': run('init', '--yes'),
  'init 1': runWith('schemas', 'a file in the place of a folder', 'init', '--yes'),
  'init 5': (shop) => stopped(shop, ['init']),
  'init 65': withLatin1Config('init', '--yes'),
  'init 130': (shop) => stopped(shop, ['init'], 'SIGINT'),
  'fmt 0': run('fmt'),
  'fmt 1': withoutConfig('fmt'),
  'fmt 2': runWith('shop.yaml', 'products: { MUG: { title: "Mug" } }\n', 'fmt', '--check'),
  'fmt 65': withWrongCatalogue('fmt'),
  'schema 0': run('schema'),
  'schema 1': run('schema', '--out', 'shop.yaml'),
  'validate 0': run('validate'),
  'validate 1': withoutConfig('validate'),
  'validate 65': withWrongCatalogue('validate'),
  'plan 0': run('plan'),
  'plan 1': withoutConfig('plan'),
  'plan 2': run('plan', '--detailed-exitcode'),
  'plan 65': withWrongCatalogue('plan'),
  'show 0': async (shop) => {
    await run('plan', '--out', 'plan.json')(shop)
    return await run('show', 'plan.json')(shop)
  },
  'show 1': run('show', 'shop.yaml'),
  'review 0': reviewed('q'),
  'review 1': (shop) => inTerminal(shop, ['review', 'shop.yaml']),
  'review 5': async (shop) => {
    await run('plan', '--out', 'plan.json')(shop)
    return await run('review', 'plan.json')(shop)
  },
  'review 130': reviewed('\u0003'),
  'completion 0': run('completion', 'bash'),
  'completion 1': withoutConfig('completion', '--values', 'stores'),
  'completion 65': withLatin1Config('completion', '--values', 'stores'),
  'apply 0': run('apply', '--auto-approve'),
  'apply 1': withoutConfig('apply', '--auto-approve'),
  'apply 3': async (shop) => {
    await run('apply', '--auto-approve')(shop)
    return await runWith('shop.yaml', mug.replace('8.50', '85'), 'apply', '--auto-approve')(shop)
  },
  'apply 4': run('apply', '--auto-approve', '--plan-hash', 'ab'.repeat(32)),
  'apply 5': run('apply'),
  'apply 6': async (shop) => {
    shop.write('shop.yaml', mug.replace('8.50', '8.50, merchandising: { discount: 50% }'))
    await run('apply', '--auto-approve')(shop)
    shop.write('shop.yaml', `${mug}expect:\n  - { sku: MUG, price: 8.50 }\n`)
    return await run('apply', '--auto-approve')(shop)
  },
  'apply 7': async (shop) => {
    await run('apply', '--auto-approve')(shop)
    await holdLease(shop)
    shop.write('shop.yaml', mug.replace('8.50', '9.50'))
    return await run('apply', '--auto-approve')(shop)
  },
  'apply 65': withWrongCatalogue('apply', '--auto-approve'),
  'apply 130': (shop) => stopped(shop, ['apply', '--auto-approve'], 'SIGINT'),
  'apply 143': (shop) => stopped(shop, ['apply', '--auto-approve'], 'SIGTERM'),
  'drift 0': async (shop) => {
    await run('apply', '--auto-approve')(shop)
    return await run('drift')(shop)
  },
  'drift 1': run('drift'),
  'drift 2': async (shop) => {
    await run('apply', '--auto-approve')(shop)
    const emulator = await startEmulator({ data: join(shop.root, '.planogram/emulator') })
    emulator.reset()
    await emulator.close()
    return await run('drift')(shop)
  },
  'drift 65': withWrongCatalogue('drift'),
  'undo 0': applied('undo', '2', '--auto-approve'),
  'undo 1': withoutConfig('undo', '2'),
  'undo 3': async (shop) => {
    shop.write('planogram.yaml', 'guards: { hide: 0 }\n')
    return await applied('undo', '2', '--auto-approve')(shop)
  },
  'undo 4': applied('undo', '2', '--auto-approve', '--override', 'hide=12345678'),
  'undo 5': applied('undo', '2'),
  'undo 6': async (shop) => {
    shop.write('shop.yaml', 'products: { MUG: { title: Mug, price: 8.50, image: images/mug.png } }\n')
    shop.write('images/mug.png', png('old'))
    await run('apply', '--auto-approve')(shop)
    shop.write('images/mug.png', png('new'))
    await run('apply', '--auto-approve')(shop)
    const database = new DatabaseSync(join(shop.root, '.planogram/state.db'))
    database.exec("UPDATE picture SET bytes = x'00', deflated = 0")
    const id = String(database.prepare('SELECT id FROM run ORDER BY number DESC LIMIT 1').get()?.['id'])
    database.close()
    return await run('undo', id, '--auto-approve')(shop)
  },
  'undo 7': async (shop) => {
    await run('apply', '--auto-approve')(shop)
    await holdLease(shop)
    return await run('undo', '2', '--auto-approve')(shop)
  },
  'undo 65': withLatin1Config('undo', '2'),
  'undo 130': async (shop) => {
    await run('apply', '--auto-approve')(shop)
    return await stopped(shop, ['undo', '2', '--auto-approve'], 'SIGINT')
  },
  'undo 143': async (shop) => {
    await run('apply', '--auto-approve')(shop)
    return await stopped(shop, ['undo', '2', '--auto-approve'], 'SIGTERM')
  },
  'runs 0': run('runs'),
  'runs 1': withoutConfig('runs'),
  'runs 65': withLatin1Config('runs'),
  'state 0': run('state'),
  'state 1': withoutConfig('state'),
  'state 5': async (shop) => {
    await run('apply', '--auto-approve')(shop)
    await holdLease(shop)
    return await run('state', 'unlock')(shop)
  },
  'state 65': withLatin1Config('state'),
  'price 0': run('price', 'MUG'),
  'price 1': withoutConfig('price', 'MUG'),
  'price 65': withLatin1Config('price', 'MUG'),
  'explain 0': run('explain', 'product.MUG'),
  'explain 1': withoutConfig('explain', 'product.MUG'),
  'explain 65': withLatin1Config('explain', 'product.MUG'),
  'pull 0': run('pull'),
  'pull 1': withoutConfig('pull'),
  'pull 65': withWrongCatalogue('pull'),
  'pull 130': (shop) => stopped(shop, ['pull'], 'SIGINT'),
  'pull 143': (shop) => stopped(shop, ['pull'], 'SIGTERM'),
  'emulator 0': (shop) => stopped(shop, ['emulator'], 'SIGINT'),
  'emulator 1': run('emulator', '--data', 'shop.yaml'),
  'emulator 65': runWith('wrong/planogram.yaml', 'stores: [\n', 'emulator', '--seed', 'wrong'),
  'emulator 143': (shop) => stopped(shop, ['emulator'], 'SIGTERM'),
}

const listed = commands.flatMap(({ usage }) => exitNames(usage.exitCodes).map((name) => `${usage.name} ${exitCodes[name]}`))

test('each exit code of --help has a command line here, and none is missing in --help', () => {
  expect(Object.keys(tried).toSorted()).toEqual(listed.filter((each) => !each.endsWith(' 64')).toSorted())
})

test.each(Object.entries(tried))('%s: the exit code that --help lists', async (name, start) => {
  using shop = shopFolder({ 'shop.yaml': mug })

  const exitCode = await start(shop)

  expect(exitCode).toBe(Number(name.split(' ')[1]))
})

test.each(commands.map(({ usage }) => [usage.name]))('%s 64: an unknown option', async (name) => {
  using shop = shopFolder({ 'shop.yaml': mug })

  expect(await run(name, '--no-such-option')(shop)).toBe(64)
})
