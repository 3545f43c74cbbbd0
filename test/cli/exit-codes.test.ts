import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { commands } from '../../src/cli/commands.ts'
import { exitNames } from '../../src/cli/help-text.ts'
import { startEmulator } from '../../src/emulator/start-emulator.ts'
import { exitCodes } from '../../src/errors.ts'
import { openState } from '../../src/state/open-state.ts'
import { planogram } from '../support/command-line.ts'
import { inTerminal, run, shown, stopped, type Tried } from '../support/ended-commands.ts'
import { endedOrderCommands } from '../support/ended-order-commands.ts'
import { type ShopFolder, shopFolder } from '../support/shop-folder.ts'
import { png } from '../support/written-catalogue.ts'

const mug = 'products:\n  MUG: { title: Mug, price: 8.50 }\n'

const protectedStore = 'stores: { local: { emulator: true, protected: true } }\ndefault_store: local\n'

/** A review of the plan of the shop that these keys end. */
const reviewed =
  (keys: string): Tried =>
  async (shop) => {
    await planogram(shop.root, ['plan', '--out', 'plan.json'])
    return await inTerminal(shop, ['review', 'plan.json'], keys)
  }

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

/** A shop whose store has a discount that its catalogue does not know, and whose price test fails there. */
async function discounted(shop: ShopFolder): Promise<void> {
  shop.write('shop.yaml', mug.replace('8.50', '8.50, merchandising: { discount: 50% }'))
  await run('apply', '--auto-approve')(shop)
  shop.write('shop.yaml', `${mug}expect:\n  - { sku: MUG, price: 8.50 }\n`)
}

/** A command for a plan that was saved before the catalogue changed. */
function staleAfterSaving(start: Tried): Tried {
  return async (shop) => {
    await run('plan', '--out', 'plan.json')(shop)
    shop.write('shop.yaml', mug.replace('8.50', '8.60'))
    return await start(shop)
  }
}

/** A command for a store over the network, which does not answer. */
function withRemoteStore(start: Tried): Tried {
  return async (shop) => {
    shop.write('planogram.yaml', 'stores: { shop: { base_url: "http://127.0.0.1:9" } }\n')
    return await start(shop)
  }
}

/** Each way in which `rehearse` and `preview` end before a shop is shown. */
function rehearsals(command: 'rehearse' | 'preview'): Record<string, Tried> {
  return {
    [`${command} 1`]: withoutConfig(command),
    [`${command} 65`]: withWrongCatalogue(command),
    [`${command} 130`]: (shop) => stopped(shop, [command], 'SIGINT'),
  }
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
  ...rehearsals('rehearse'),
  ...rehearsals('preview'),
  'rehearse 0': run('rehearse'),
  'rehearse 3': async (shop) => {
    await run('apply', '--auto-approve')(shop)
    return await runWith('shop.yaml', mug.replace('8.50', '85'), 'rehearse')(shop)
  },
  'rehearse 4': staleAfterSaving((shop) => run('rehearse', 'plan.json')(shop)),
  'rehearse 6': async (shop) => {
    await discounted(shop)
    return await run('rehearse')(shop)
  },
  'rehearse 143': (shop) => stopped(shop, ['rehearse'], 'SIGTERM'),
  'preview 0': (shop) => shown(shop, 'SIGINT'),
  'preview 3': async (shop) => {
    await run('apply', '--auto-approve')(shop)
    shop.write('shop.yaml', mug.replace('8.50', '85'))
    return await shown(shop, 'SIGINT')
  },
  'preview 4': staleAfterSaving((shop) => shown(shop, 'SIGINT', 'plan.json')),
  'preview 6': async (shop) => {
    await discounted(shop)
    return await shown(shop, 'SIGINT')
  },
  'preview 143': (shop) => shown(shop, 'SIGTERM'),
  'apply 0': run('apply', '--auto-approve'),
  'apply 1': withoutConfig('apply', '--auto-approve'),
  'apply 3': async (shop) => {
    await run('apply', '--auto-approve')(shop)
    return await runWith('shop.yaml', mug.replace('8.50', '85'), 'apply', '--auto-approve')(shop)
  },
  'apply 4': run('apply', '--auto-approve', '--plan-hash', 'ab'.repeat(32)),
  'apply 5': run('apply'),
  'apply 6': async (shop) => {
    await discounted(shop)
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
  'login 0': run('login'),
  'login 1': withoutConfig('login'),
  'login 5': withRemoteStore(run('login', '--no-input')),
  'login 65': withLatin1Config('login'),
  'login 130': withRemoteStore((shop) => stopped(shop, ['login'], 'SIGINT')),
  'login 143': withRemoteStore((shop) => stopped(shop, ['login'], 'SIGTERM')),
  'logout 0': run('logout'),
  'logout 1': withoutConfig('logout'),
  'logout 65': withLatin1Config('logout'),
  'doctor 0': run('doctor'),
  'doctor 1': withoutConfig('doctor'),
  'doctor 65': withLatin1Config('doctor'),
  ...endedOrderCommands,
  'get 0': run('get', 'Product'),
  'get 1': withoutConfig('get', 'Product'),
  'get 65': withLatin1Config('get', 'Product'),
  'api 0': run('api', 'GET', 'Product'),
  'api 1': run('api', 'GET', 'Product/NONE'),
  'api 5': runWith('planogram.yaml', protectedStore, 'api', 'DELETE', 'Product/MUG'),
  'api 65': withLatin1Config('api', 'GET', 'Product'),
  'api 130': (shop) => stopped(shop, ['api', 'DELETE', 'Product/MUG'], 'SIGINT'),
  'api 143': (shop) => stopped(shop, ['api', 'DELETE', 'Product/MUG'], 'SIGTERM'),
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
