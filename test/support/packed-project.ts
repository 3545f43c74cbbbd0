import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { projectRoot } from './command-line.ts'

/** An empty project in which the packed tarball is installed. */
export interface PackedProject extends Disposable {
  readonly folder: string
  /** Where the package is installed. */
  readonly package: string
  /** Every file of the tarball, such as `dist/index.js`. */
  readonly files: readonly string[]
  /** Copies a file or folder of this repository into the project, under its own name and without `.planogram`. */
  copy(path: string): void
}

/**
 * Packs the built program with `npm pack` and unpacks it into `node_modules` of an empty project. Its dependencies, `typescript` and
 * `@types/node` are links to those of this repository, so that no registry is needed.
 */
export function installPacked(): PackedProject {
  const folder = mkdtempSync(join(tmpdir(), 'planogram-packed-'))
  const modules = join(folder, 'node_modules')
  const installed = join(modules, 'planogram')
  mkdirSync(installed, { recursive: true })
  execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder], { cwd: projectRoot, stdio: 'pipe' })
  const [tarball = ''] = readdirSync(folder).filter((name) => name.endsWith('.tgz'))
  execFileSync('tar', ['-xzf', join(folder, tarball), '--strip-components=1', '-C', installed])
  rmSync(join(folder, tarball))
  const files = readdirSync(installed, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(installed.length + 1))
  for (const name of [...dependenciesOf(installed), 'typescript', '@types/node']) {
    mkdirSync(dirname(join(modules, name)), { recursive: true })
    symlinkSync(join(projectRoot, 'node_modules', name), join(modules, name))
  }
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n')
  return {
    folder,
    package: installed,
    files,
    copy: (path) =>
      cpSync(join(projectRoot, path), join(folder, basename(path)), { recursive: true, filter: (file) => basename(file) !== '.planogram' }),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  }
}

function dependenciesOf(installed: string): string[] {
  const manifest: unknown = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
  if (typeof manifest !== 'object' || manifest === null || !('dependencies' in manifest)) return []
  return Object.keys(manifest.dependencies ?? {})
}
