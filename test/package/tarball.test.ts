import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectRoot } from '../support/command-line.ts'
import { installPacked, type PackedProject } from '../support/packed-project.ts'

let project: PackedProject

beforeAll(() => {
  project = installPacked()
  project.copy('examples/plan-and-apply.ts')
  project.copy('catalog.example')
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

test('its declarations type-check the example program, without skipLibCheck', () => {
  const options = { module: 'nodenext', target: 'es2024', lib: ['es2024', 'esnext.disposable', 'dom'], strict: true, noEmit: true }
  writeFileSync(
    join(project.folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: { ...options, types: ['node'] }, files: ['plan-and-apply.ts'] }),
  )

  const tsc = join(projectRoot, 'node_modules', 'typescript', 'bin', 'tsc')
  const listed = node(tsc, '-p', '.', '--listFilesOnly')

  expect(node(tsc, '-p', '.')).toBe('')
  expect(listed).toContain('node_modules/planogram/dist/index.d.ts')
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
