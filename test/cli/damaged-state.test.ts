import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Shop } from '../support/open-shop.ts'
import { png } from '../support/written-catalogue.ts'
import { isWhole } from '../support/whole.ts'

/** What `state check` finds: the damage, and the table that it names. */
const found: readonly (readonly [damage: string, named: string])[] = [
  ['UPDATE base SET bytes = zeroblob(length(bytes))', 'last applied MUG: its content cannot be read'],
  ["UPDATE base SET digest = x'00112233445566778899aabbccddeeff'", 'last applied MUG: its digest is another one'],
  ["UPDATE base SET resource = 'Produ'", 'last applied MUG: Produ is no resource'],
  ['UPDATE base_dictionary SET bytes = zeroblob(length(bytes))', 'last applied MUG: '],
  ['DELETE FROM base_dictionary', 'last applied MUG: what it is compressed with is missing'],
  ['UPDATE plan SET bytes = zeroblob(length(bytes))', 'plan of run <run>: its content cannot be read'],
  ['UPDATE plan SET bytes = substr(bytes, 1, length(bytes) / 2)', 'plan of run <run>: its content cannot be read'],
  ['UPDATE picture SET bytes = zeroblob(length(bytes)), deflated = 0', 'overwritten picture '],
  [
    'UPDATE picture SET bytes = zeroblob(size), deflated = 0',
    'overwritten picture images/items/mug.png of run <run>: it has another content',
  ],
  ["UPDATE run SET overrides = '[\"pri'", 'run <run>: overrides is not JSON'],
  ["UPDATE run SET counts = '{\"cre'", 'run <run>: counts is not JSON'],
  ["UPDATE run SET started_at = '20'||substr(started_at, 30)||'x'", 'run <run>: started_at is not a time'],
  ["UPDATE attempt SET operations = '[\"a'", 'request of run <run>: operations is not JSON'],
  ["UPDATE attempt SET unsettled = '{}'", 'request of run <run>: unsettled is not a list'],
  ["UPDATE attempt SET answer = 'conf', settles_at = ''", 'request of run <run>: settles_at is not a time'],
  ["UPDATE operation SET outcome = 'do'", 'operation of run <run>: outcome has an unknown word'],
  ["UPDATE lease SET expires_at = '', released = 0", 'lease of shop '],
]

let shop: Shop
let run = ''

/** A shop with a picture that the last run has overwritten; that run was killed before its last answer. */
beforeAll(async () => {
  shop = await openShop([], { 'shop.yaml': 'products: { MUG: { title: Mug, price: 6, image: images/mug.png } }\n' })
  mkdirSync(join(shop.root, 'images'))
  for (const mark of ['old', 'new']) {
    writeFileSync(join(shop.root, 'images/mug.png'), png(mark))
    writeFileSync(join(shop.root, 'shop.yaml'), `products: { MUG: { title: ${mark} mug, price: 6, image: images/mug.png } }\n`)
    const { exitCode, stderr } = await shop.run('apply', '--auto-approve')
    if (exitCode !== 0) throw new Error(stderr)
  }
  run = /"id": "([^"]+)"/.exec((await shop.run('runs', '--format', 'json')).stdout)?.[1] ?? ''
  damage(`UPDATE run SET ended_at = NULL, outcome = NULL WHERE id = '${run}';
    UPDATE attempt SET answer = NULL, answered_at = NULL, settles_at = sent_at, unsettled = operations WHERE run_id = '${run}'`)
  copyFileSync(stateFile(), `${stateFile()}.whole`)
})

afterAll(() => shop[Symbol.asyncDispose]())

function stateFile(): string {
  return join(shop.root, '.planogram', 'state.db')
}

/** Changes a state that is whole. */
function damage(statements: string): void {
  const database = new DatabaseSync(stateFile(), { enableForeignKeyConstraints: false })
  database.exec(statements)
  database.close()
}

/** Damages the state, then runs commands on it, each on the same damage. Returns what they print, in one line each. */
async function damaged(statements: string, commands: readonly (readonly string[])[]): Promise<readonly string[]> {
  const ended: string[] = []
  for (const command of commands) {
    copyFileSync(`${stateFile()}.whole`, stateFile())
    damage(statements)
    const { exitCode, stdout, stderr } = await shop.run(...command)
    ended.push(`${exitCode} ${command.join(' ')}: ${stdout} ${stderr}`.replaceAll(/\s+/g, ' '))
  }
  return ended
}

function commandsOf(id: string): readonly (readonly string[])[] {
  return [
    ['plan'],
    ['drift'],
    ['undo', id, '--auto-approve'],
    ['apply', '--resume', '--auto-approve'],
    ['apply', '--auto-approve'],
    ['runs'],
    ['runs', 'show', id],
    ['runs', 'export', id],
    ['state', 'prune'],
    ['state', 'unlock', '--yes'],
  ]
}

test('a whole state has no damage, and the check says how many rows it has read', async () => {
  const [checked = ''] = await damaged('', [['state', 'check']])

  expect(checked).toMatch(/^0 .* base 1 record as last applied .* No damage found in [1-9]\d rows\. $/)
})

test.each(found)('%s: the check finds it', async (statements, named) => {
  const [checked = ''] = await damaged(statements, [['state', 'check']])

  expect(checked.replaceAll(run, '<run>')).toContain(`Damaged: `)
  expect(checked.replaceAll(/\d{8}-\d{6}-[0-9a-f]{4}/g, '<run>')).toContain(named)
  expect(checked).toMatch(/^1 /)
})

test('a damaged base is `state-broken` with what to do, for plan and drift', async () => {
  const ended = await damaged('UPDATE base SET bytes = zeroblob(length(bytes))', [['plan'], ['drift']])

  const error = `error[state-broken]: ${stateFile()} is damaged: last applied MUG: its content cannot be read.`
  const help = 'help: Restore a backup of it, or move it away to start with an empty state; `planogram state check` lists what is damaged.'
  writeFileSync(join(shop.root, 'shop.yaml'), 'products: { MUG: { title: other mug, price: 6, image: images/mug.png } }\n')
  const changed = await damaged('UPDATE base SET bytes = zeroblob(length(bytes))', [['plan']])
  expect([ended[1], changed[0]]).toEqual([expect.stringContaining(`${error} ${help}`), expect.stringContaining(`${error} ${help}`)])
})

/** Every column with half of its text or bytes, with nothing, and with zeros. */
function everyDamage(): readonly string[] {
  const database = new DatabaseSync(`${stateFile()}.whole`, { readOnly: true })
  const columns = database
    .prepare(
      `SELECT t.name AS name, c.name AS column, c.type AS type FROM sqlite_schema t, pragma_table_info(t.name) c
       WHERE t.type = 'table' AND c.type IN ('TEXT', 'BLOB')`,
    )
    .all()
  database.close()
  return columns.flatMap(({ name, column, type }) => {
    const set = (value: string): string => `UPDATE OR IGNORE ${String(name)} SET ${String(column)} = ${value}`
    const half = set(`substr(${String(column)}, 1, length(${String(column)}) / 2)`)
    return type === 'BLOB' ? [half, set(`zeroblob(length(${String(column)}))`)] : [half, set("''")]
  })
}

test(
  'no damage of any column is an internal error of a command, or of the check',
  async () => {
    const every = isWhole ? everyDamage() : found.map(([statements]) => statements)
    const commands = [...commandsOf(run), ['state', 'check']]

    const ended: string[] = []
    for (const [index, statements] of every.entries()) {
      const some = isWhole ? commands : commands.filter((_, at) => at % 5 === index % 5)
      ended.push(...(await damaged(statements, some)).map((text) => `${statements}: ${text}`))
    }

    expect(ended.length).toBeGreaterThan(30)
    expect(ended.filter((text) => /Internal error|UNHANDLED/.test(text))).toEqual([])
  },
  isWhole ? 120_000 : 20_000,
)
