import { workflowText } from '../../src/cli/init/workflow-text.ts'

/** The workflow of `examples/ci/`: the one that `init` writes for a store with the name `production` at the root of a repository. */
export function ciExample(): string {
  const production = { name: 'production', key: 'PRODUCTION_KEY', hosts: ['shop.example', 'files.example'] }
  return workflowText({ stores: [production], folder: '', package: './tools/planogram.tgz' })
}
