import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectRoot } from '../support/command-line.ts'
import { citationsFrom } from '../support/declarations.ts'
import { installPacked, type PackedProject } from '../support/packed-project.ts'

const tsc = join(projectRoot, 'node_modules', 'typescript', 'bin', 'tsc')
let project: PackedProject

beforeAll(() => {
  project = installPacked()
  project.copy('examples/plan-and-apply.ts')
  project.copy('catalog.example')
  writeFileSync(join(project.folder, 'wrong.ts'), "import { nothing } from 'planogram'\nnothing()\n")
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

/** What the compiler prints for files of the project; it checks the declarations that they reach too. */
function typeErrors(files: readonly string[]): string {
  const lib = ['es2024', 'esnext.disposable', 'dom']
  const compilerOptions = { module: 'nodenext', target: 'es2024', lib, strict: true, noEmit: true, types: ['node'] }
  writeFileSync(join(project.folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
  const { stdout } = spawnSync(process.execPath, [tsc, '-p', '.'], { cwd: project.folder, encoding: 'utf8' })
  return stdout
}

test('the example program is correct TypeScript against the declarations of the package', () => {
  const errors = typeErrors(['plan-and-apply.ts'])
  const wrong = typeErrors(['wrong.ts'])

  expect(errors).toBe('')
  expect(wrong).toContain("wrong.ts(1,10): error TS2305: Module '\"planogram\"' has no exported member 'nothing'")
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
  const { files, citations } = citationsFrom(join(project.package, 'dist', 'index.d.ts'))

  const lost = citations.filter(({ path }) => !project.files.includes(path)).map(({ place, path }) => `${place} cites ${path}`)

  console.log(`${citations.length} citations in ${files} declaration files`)
  expect(lost).toEqual([])
  expect(files).toBeGreaterThan(60)
  expect(citations.length).toBeGreaterThan(20)
})

test('every program of docs/library.md is correct TypeScript against the package', () => {
  const page = readFileSync(join(project.package, 'docs', 'library.md'), 'utf8')
  const programs = [...page.matchAll(/^```ts\n([^]*?)^```$/gm)].map(([, program = '']) => program)
  programs.forEach((program, index) => writeFileSync(join(project.folder, `library-${index}.ts`), program))

  const errors = typeErrors(programs.map((_, index) => `library-${index}.ts`))

  expect(errors).toBe('')
  expect(programs.length).toBeGreaterThan(4)
})
