import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectRoot } from '../support/command-line.ts'
import { installPacked, type PackedProject } from '../support/packed-project.ts'
import { readPublicExports } from '../support/public-types.ts'

const tsc = join(projectRoot, 'node_modules', 'typescript', 'bin', 'tsc')
let project: PackedProject
/** The programs of docs/library.md, by the names of their files in the project. */
let programs: readonly string[]
/** What the compiler reports for the example, the programs of docs/library.md, and a wrong program; declarations are checked too. */
let typeErrors: string

beforeAll(() => {
  project = installPacked()
  project.copy('examples/plan-and-apply.ts')
  project.copy('catalog.example')
  const page = readFileSync(join(project.package, 'docs', 'library.md'), 'utf8')
  const texts = [...page.matchAll(/^```ts\n([^]*?)^```$/gm)].map(([, program = '']) => program)
  texts.forEach((text, index) => writeFileSync(join(project.folder, `library-${index}.ts`), text))
  programs = texts.map((_, index) => `library-${index}.ts`)
  writeFileSync(join(project.folder, 'wrong.ts'), "import { nothing } from 'planogram'\nnothing()\n")
  const lib = ['es2024', 'esnext.disposable', 'dom']
  const compilerOptions = { module: 'nodenext', target: 'es2024', lib, strict: true, noEmit: true, types: ['node'] }
  const files = ['plan-and-apply.ts', ...programs, 'wrong.ts']
  writeFileSync(join(project.folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
  typeErrors = spawnSync(process.execPath, [tsc, '-p', '.'], { cwd: project.folder, encoding: 'utf8' }).stdout
})

afterAll(() => project[Symbol.dispose]())

function node(...args: readonly string[]): string {
  return execFileSync(process.execPath, args, { cwd: project.folder, encoding: 'utf8' })
}

test('the packed package runs the example program in an empty project', () => {
  const output = node('plan-and-apply.ts')

  expect(output).toMatch(/^\d+ changes in \d+ steps\ndone: \d+ steps\nNothing is left\.\n$/)
  expect(project.files.length).toBeGreaterThan(400)
})

test('the example and every program of docs/library.md are correct TypeScript against the declarations of the package', () => {
  expect(typeErrors).toBe("wrong.ts(1,10): error TS2305: Module '\"planogram\"' has no exported member 'nothing'.\n")
  expect(programs.length).toBeGreaterThan(4)
})

test('it contains the schemas under their public names, and the program', () => {
  const script = `
    const names = ['catalogue', 'overlay', 'planogram', 'plan', 'problems']
    for (const name of names) {
      const schema = await import('planogram/schemas/' + name + '.schema.json', { with: { type: 'json' } })
      console.log(name, typeof schema.default.$schema)
    }`

  const output = node('--input-type=module', '--eval', script)
  const version = node(join(project.package, 'dist', 'cli', 'main.js'), '--version')

  expect(output).toBe('catalogue string\noverlay string\nplanogram string\nplan string\nproblems string\n')
  expect(version).toMatch(/^\d+\.\d+\.\d+\n$/)
})

test('comments of the public declarations cite files of the package only', () => {
  const declarations = new Set(readPublicExports().map(({ type }) => type.split(' ')[0] ?? ''))
  const citations = [...declarations].flatMap((file) =>
    readFileSync(join(project.package, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => [...line.matchAll(/[\w./-]+\.md\b/g)].map(([path]) => ({ place: `${file}:${index + 1}`, path }))),
  )

  const lost = citations.filter(({ path }) => !project.files.includes(path)).map(({ place, path }) => `${place} cites ${path}`)

  console.log(`${citations.length} citations in ${declarations.size} declaration files`)
  expect(lost).toEqual([])
  expect(declarations.size).toBeGreaterThan(50)
  expect(citations.length).toBeGreaterThan(20)
})
