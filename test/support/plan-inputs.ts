import {
  appendFileSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { tinyPng } from '../../bench/tiny-png.ts'
import { openRememberedShop, type RememberedShop } from './remembered-shop.ts'

const promotion = 'merchandising: { discount: 10%, timed_promotion: true, start_date: 2026-11-01, end_date: 2026-11-20 }'

const documents = {
  'shop.yaml': [
    'categories: { mugs: { name: Mugs } }',
    'price_lists: { tiers: { breaks: [1, 10], prices: { default: [9.50, 8.50] } } }',
    'products:',
    `  MUG: { title: Mug, price: 8.50, categories: [mugs], comment: { file: copy/mug.html }, image: images/mug.png, ${promotion} }`,
    '  CUP: { title: Cup, pricing: tiers }',
    '',
  ].join('\n'),
  'hooks.yaml': "webhooks:\n  - { name: NewOrder, url: 'https://erp.example/orders?token=${ERP_TOKEN}' }\n",
  'copy/mug.html': '<p>A mug</p>',
  'images/mug.png': tinyPng(1),
  'overlay/prices.yaml': 'products: { MUG: { weight: 0.2 } }\n',
}

/** A shop whose catalogue is applied, and whose plan is remembered. It names every kind of thing that a plan is made from. */
export async function openPlanned(files: Readonly<Record<string, string | Uint8Array>> = documents): Promise<RememberedShop> {
  const shop = await openRememberedShop({ 'overlay/empty.yaml': '', ...files })
  shop.env = { ...shop.env, ERP_TOKEN: 'tok-4711-secret' }
  const applied = await shop.run('apply', '--auto-approve')
  if (applied.exitCode !== 0) throw new Error(applied.stdout + applied.stderr)
  await shop.run('plan')
  return shop
}

/** A change of one thing that a plan is made from; returns how to take it back. */
export type Change = (shop: RememberedShop) => TakeBack | Promise<TakeBack>
type TakeBack = () => void | Promise<void>

/** Replaces a text in a file, and gives the file its times back. */
function edit(file: string, from: string, to: string): Change {
  return ({ folder }) => {
    const path = join(folder.root, file)
    const before = readFileSync(path, 'utf8')
    const { atime, mtime } = statSync(path)
    if (!before.includes(from)) throw new Error(`${file} has no ${from}`)
    writeFileSync(path, before.replace(from, to))
    utimesSync(path, atime, mtime)
    return () => writeFileSync(path, before)
  }
}

function add(file: string, text: string): Change {
  return ({ folder }) => {
    folder.write(file, text)
    return () => {
      rmSync(join(folder.root, file))
      const above = dirname(join(folder.root, file))
      if (readdirSync(above).length === 0) rmdirSync(above)
    }
  }
}

function variable(name: string, value: string): Change {
  return (shop) => {
    const before = shop.env
    shop.env = { ...before, [name]: value }
    return () => void (shop.env = before)
  }
}

function clock(time: string): Change {
  return (shop) => {
    const before = shop.now
    shop.now = new Date(time)
    return () => void (shop.now = before)
  }
}

function inRecord(change: (bytes: Buffer) => Uint8Array): Change {
  return ({ folder }) => {
    const plans = join(folder.root, '.planogram', 'cache', 'plans')
    const [file] = readdirSync(plans).map((name) => join(plans, name))
    const before = readFileSync(file ?? '')
    writeFileSync(file ?? '', change(Buffer.from(before)))
    return () => writeFileSync(file ?? '', before)
  }
}

function flipped(bytes: Buffer, at: number): Buffer {
  const place = at < 0 ? bytes.length + at : at
  bytes.writeUInt8(bytes.readUInt8(place) ^ 1, place)
  return bytes
}

/** One letter of a record in the store. */
export const live: Change = async ({ store }) => {
  const post = (title: string): Promise<void> =>
    store.post('Product', [{ resource: 'Product', fields: { sku: 'MUG', title }, children: {} }])
  await post('Mut')
  return () => post('Mug')
}

/** One change of each thing that a plan is made from. */
export const changes: Readonly<Record<string, Change>> = {
  'a flipped bit at the start of the record': inRecord((bytes) => flipped(bytes, 0)),
  'a flipped bit in its text': inRecord((bytes) => flipped(bytes, 200)),
  'a flipped bit at its end': inRecord((bytes) => flipped(bytes, -1)),
  'a record that is cut off': inRecord((bytes) => bytes.subarray(0, -1)),
  'an empty record': inRecord(() => Buffer.alloc(0)),
  'another secret of the user': ({ home }) => {
    const file = join(home, 'planogram', 'cache-secret')
    const before = readFileSync(file, 'utf8')
    writeFileSync(file, `${'0'.repeat(64)}\n`)
    return () => writeFileSync(file, before)
  },
  'a capability': edit('planogram.yaml', 'links: upsert', 'links: insert'),
  'a guard in the config': ({ folder }) => {
    appendFileSync(join(folder.root, 'planogram.yaml'), 'guards: { deletes: 3 }\n')
    return () =>
      writeFileSync(
        join(folder.root, 'planogram.yaml'),
        readFileSync(join(folder.root, 'planogram.yaml'), 'utf8').replace(/guards.*\n/, ''),
      )
  },
  'a letter in an answer of the store': live,
  'a digit of a document, with the times of before': edit('shop.yaml', '8.50, cat', '8.60, cat'),
  'a price list': edit('shop.yaml', '[9.50, 8.50]', '[9.50, 8.40]'),
  'a document that is new': add('more.yaml', 'products: { JUG: { title: Jug, price: 9 } }\n'),
  'a document that is removed': ({ folder }) => {
    renameSync(join(folder.root, 'hooks.yaml'), join(folder.root, '.hooks'))
    return () => renameSync(join(folder.root, '.hooks'), join(folder.root, 'hooks.yaml'))
  },
  'a document that becomes a link': ({ folder, home }) => {
    const [file, elsewhere] = [join(folder.root, 'hooks.yaml'), join(home, 'hooks.yaml')]
    renameSync(file, elsewhere)
    symlinkSync(elsewhere, file)
    return () => renameSync(elsewhere, file)
  },
  'an overlay': edit('overlay/prices.yaml', '0.2', '0.3'),
  'a document of the overlay that is new': add('overlay/more.yaml', 'products: { CUP: { weight: 1 } }\n'),
  'a text file of the same size, with the times of before': edit('copy/mug.html', 'A mug', 'B mug'),
  'a text file that the overlay has too': add('overlay/copy/mug.html', 'another'),
  'a picture that no document names': add('images/stray.png', 'picture'),
  'a link to a folder': ({ folder, home }) => {
    symlinkSync(home, join(folder.root, 'more'))
    return () => rmSync(join(folder.root, 'more'))
  },
  'a picture of the same size, with the times of before': ({ folder }) => {
    const file = join(folder.root, 'images', 'mug.png')
    const { atime, mtime, size } = statSync(file)
    if (size !== tinyPng(2).length) throw new Error('the pictures differ in size')
    writeFileSync(file, tinyPng(2))
    utimesSync(file, atime, mtime)
    return () => writeFileSync(file, tinyPng(1))
  },
  'a file of the store': async ({ store }) => {
    await store.files?.write('images/items/other.png', tinyPng(3))
    return () => store.files?.remove('images/items/other.png')
  },
  'a variable that a document names': variable('ERP_TOKEN', 'tok-4712-secret'),
  'any other variable': variable('LANG', 'nb_NO.UTF-8'),
  'another binding of the key': variable('SHOP_KEY_HOST', 'evil.example'),
  'another key': variable('SHOP_KEY', 'wrong'),
  'a promotion that ends': clock('2026-11-21T00:00:00Z'),
  'a clock that goes back': clock('2026-11-20T06:59:59Z'),
  'another width of the terminal': (shop) => {
    shop.columns = 60
    return () => void (shop.columns = undefined)
  },
  'an open journal of the state': add('.planogram/state.db-wal', 'frames'),
}
