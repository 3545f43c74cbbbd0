import { execFileSync, spawnSync, type SpawnSyncReturns } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectRoot } from '../support/command-line.ts'
import { installPacked, type PackedProject } from '../support/packed-project.ts'
import { readPublicExports } from '../support/public-types.ts'

const tsc = join(projectRoot, 'node_modules', 'typescript', 'bin', 'tsc')

/** What the compiler reports for a project of the folder. Its programs are small: one thread and no garbage collection take half of the processor time. */
function compile(config: string): SpawnSyncReturns<string> {
  const env = { ...process.env, GOGC: 'off' }
  return spawnSync(process.execPath, [tsc, '-p', config, '--singleThreaded'], { cwd: project.folder, encoding: 'utf8', env })
}

let project: PackedProject
/** The programs of docs/library.md and docs/emulator.md, by the names of their files in the project. */
let programs: readonly string[]
/** What the compiler reports for the example, the programs of the documentation, and a wrong program; declarations are checked too. */
let typeErrors: string

beforeAll(() => {
  project = installPacked()
  project.copy('examples/plan-and-apply.ts')
  project.copy('catalog.example')
  programs = ['library', 'emulator'].flatMap((page) => writePrograms(page))
  writeFileSync(join(project.folder, 'surroundings.d.ts'), surroundings)
  writeFileSync(join(project.folder, 'wrong.ts'), "import { nothing } from 'planogram'\nnothing()\n")
  const lib = ['es2024', 'esnext.disposable', 'dom']
  const compilerOptions = { module: 'nodenext', target: 'es2024', lib, strict: true, noEmit: true, types: ['node'] }
  const files = ['plan-and-apply.ts', ...programs, 'surroundings.d.ts', 'wrong.ts']
  writeFileSync(join(project.folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
  typeErrors = compile('.').stdout
})

/** What the programs use besides the package: the test runner, and the program that is tested. */
const surroundings = `
declare module 'vitest' {
  export const afterAll: (act: () => unknown) => void
  export const afterEach: (act: () => unknown) => void
  export const beforeAll: (act: () => unknown) => void
  export const test: (name: string, act: () => unknown) => void
  export const expect: (value: unknown) => { toEqual(other: unknown): void; toHaveLength(length: number): void }
}
declare const myProgram: (store: { baseUrl: string; filesUrl: string; site: string; key: string }) => Promise<void>
`

/** Writes the programs of a page of the documentation to files; their names. */
function writePrograms(page: string): readonly string[] {
  const text = readFileSync(join(project.package, 'docs', `${page}.md`), 'utf8')
  return [...text.matchAll(/^```ts\n([^]*?)^```$/gm)].map(([, program = ''], index) => {
    const name = `${page}-${index}.ts`
    writeFileSync(join(project.folder, name), program)
    return name
  })
}

afterAll(() => project[Symbol.dispose]())

function node(...args: readonly string[]): string {
  return execFileSync(process.execPath, args, { cwd: project.folder, encoding: 'utf8' })
}

test('the packed package runs the example program in an empty project', () => {
  const output = node('plan-and-apply.ts')

  expect(output).toMatch(/^\d+ changes in \d+ steps\ndone: \d+ steps\nNothing is left\.\n$/)
  expect(project.files.length).toBeGreaterThan(400)
})

test('the example and every program of docs/library.md and docs/emulator.md are correct TypeScript against the declarations of the package', () => {
  expect(typeErrors).toBe("wrong.ts(1,10): error TS2305: Module '\"planogram\"' has no exported member 'nothing'.\n")
  expect(programs.length).toBeGreaterThan(7)
})

test.each([{ module: 'nodenext' }, { module: 'esnext', moduleResolution: 'bundler' }])(
  'a project that names neither types nor libraries gets those of Node with the package: %j',
  (resolution) => {
    const compilerOptions = { ...resolution, target: 'es2022', strict: true, exactOptionalPropertyTypes: true, noEmit: true }
    const program = "import { startEmulator } from 'planogram'\nawait using store = await startEmulator()\nconsole.log(store.url)\n"
    writeFileSync(join(project.folder, 'plain.ts'), program)
    writeFileSync(join(project.folder, 'plain.json'), JSON.stringify({ compilerOptions, files: ['plain.ts'] }))

    const compiled = compile('plain.json')

    expect(compiled.stdout).toBe('')
    expect(compiled.status).toBe(0)
  },
)

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
