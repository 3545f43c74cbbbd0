import { join } from 'node:path'
import { expect, test } from 'vitest'
import { planogram } from '../support/command-line.ts'
import { shopFolder } from '../support/shop-folder.ts'

const shop = {
  'shop/planogram.yaml': 'stores: { local: { emulator: true } }\n',
  'shop/tees.yaml': 'products:\n  TEE: { titel: Tee, price: "19,95" }\n  HAT: { title: Hat, price: 12.50, slug: Hat & cap }\n',
}

function pathsOf(stdout: string): string[] {
  return [...new Set([...stdout.matchAll(/file=([^,]+)/g)].map(([, path]) => path ?? ''))]
}

test('--format github prints commands for the annotations of a pull request, and the frames for the log beside them', async () => {
  using folder = shopFolder(shop)

  const ended = await planogram(folder.root, ['validate', '-C', 'shop', '--format', 'github'])
  const quiet = await planogram(folder.root, ['validate', '-C', 'shop', '--format', 'github', '--quiet'])
  const text = await planogram(folder.root, ['validate', '-C', 'shop'])

  expect(quiet).toEqual({ ...ended, stderr: '' })
  expect(ended).toEqual({
    exitCode: 65,
    stderr: text.stdout,
    stdout: `::error file=shop/tees.yaml,line=2,endLine=2,col=10,endColumn=15,title=unknown-key::unknown key "titel"%0ADid you mean "title"?
::error file=shop/tees.yaml,line=2,endLine=2,col=29,endColumn=36,title=wrong-type::"price" must be a price such as 19.95, digits with a point, found "19,95"%0AWrite 19.95.
::warning file=shop/tees.yaml,line=3,endLine=3,col=42,endColumn=51,title=slug-form::the slug "Hat & cap" contains a space%0AWrite hat-cap, for example.
`,
  })
})

test('paths start at the root of the repository, wherever in it the command runs and the catalogue is', async () => {
  using folder = shopFolder({ ...shop, '.git': 'gitdir: elsewhere\n', 'docs/readme.md': '#' })
  const formats = async (cwd: string, chdir: string): Promise<unknown[]> => {
    const [github, sarif] = await Promise.all(
      ['github', 'sarif'].map((format) =>
        planogram(join(folder.root, cwd), ['validate', '-C', chdir, '--format', format], { GITHUB_WORKSPACE: '/elsewhere' }),
      ),
    )
    return [pathsOf(github?.stdout ?? ''), [...new Set((sarif?.stdout ?? '').match(/(?<="uri": ").*(?=")/g))]]
  }

  const seen = await Promise.all([formats('', 'shop'), formats('shop', '.'), formats('docs', '../shop')])

  expect(seen).toEqual(seen.map(() => [['shop/tees.yaml'], ['shop/tees.yaml']]))
})

test('without a repository paths start at the checkout of GitHub Actions, or else where the command runs', async () => {
  using folder = shopFolder(shop)
  const cwd = join(folder.root, 'shop')

  const inside = await planogram(cwd, ['validate', '--format', 'github'], { GITHUB_WORKSPACE: folder.root })
  const alone = await planogram(cwd, ['validate', '--format', 'github'])
  const elsewhere = await planogram(cwd, ['validate', '--format', 'github'], { GITHUB_WORKSPACE: join(folder.root, 'other') })

  expect([inside, alone, elsewhere].map(({ stdout }) => pathsOf(stdout))).toEqual([['shop/tees.yaml'], ['tees.yaml'], ['tees.yaml']])
})

test('--format sarif prints a log with this version of the program', async () => {
  using folder = shopFolder(shop)

  const { stdout, exitCode } = await planogram(folder.root, ['validate', '-C', 'shop', '--format', 'sarif'])

  const log: { version: string; runs: { tool: { driver: { version: string } }; results: { ruleId: string }[] }[] } = JSON.parse(stdout)
  expect(exitCode).toBe(65)
  expect(log.version).toBe('2.1.0')
  expect(log.runs[0]?.tool.driver.version).toMatch(/^\d+\.\d+\.\d+$/)
  expect(log.runs[0]?.results.map(({ ruleId }) => ruleId)).toEqual(['unknown-key', 'wrong-type', 'slug-form'])
})

test('warnings alone end with exit code 0, in every format', async () => {
  using folder = shopFolder({ 'shop.yaml': 'products:\n  HAT: { title: Hat, price: 12.50, slug: Hat & cap }\n' })

  const codes = await Promise.all(
    ['text', 'json', 'github', 'sarif'].map(async (format) => (await planogram(folder.root, ['validate', '--format', format])).exitCode),
  )

  expect(codes).toEqual([0, 0, 0, 0])
})

test('a warning that may be meant comes with the comment that silences it, which then does', async () => {
  using folder = shopFolder({ 'shop.yaml': 'products:\n  HAT: { title: Hat, price: 12.50, slug: Hat & cap }\n' })

  const warned = await planogram(folder.root, ['validate'])
  const quiet = await planogram(folder.root, ['validate', '--quiet'])
  folder.write('shop.yaml', 'products:\n  HAT: { title: Hat, price: 12.50, slug: Hat & cap } # planogram-ignore: slug-form\n')
  const silenced = await planogram(folder.root, ['validate'])

  expect([warned.stderr, quiet.stderr, silenced.stderr]).toEqual([
    'Intentional? Silence a warning with a comment on its line: # planogram-ignore: slug-form\n',
    '',
    '',
  ])
  expect(silenced.stdout).toBe('No problems in 1 file\n')
})

test('a promotion that is over is warned of by the clock of the shop', async () => {
  using folder = shopFolder({
    'shop.yaml':
      'products:\n  HAT:\n    title: Hat\n    price: 12.50\n    merchandising: { discount: 10%, timed_promotion: true, end_date: 2001-01-01 }\n',
  })

  const { stdout, exitCode } = await planogram(folder.root, ['validate'])

  expect(stdout).toContain('warning[promotion-over]: the promotion of HAT ended on 2001-01-01')
  expect(exitCode).toBe(0)
})
