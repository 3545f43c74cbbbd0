import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../support/command-line.ts'
import { ciExample } from './ci-example.ts'

test('examples/ci/github/planogram.yml is the workflow that `init` writes', () => {
  const written = readFileSync(join(projectRoot, 'examples/ci/github/planogram.yml'), 'utf8')

  expect(written).toBe(ciExample())
})
