import { engineVersion } from '../engine-version.ts'
import { type Answers, keyVariable } from './answers.ts'

/**
 * A GitHub Actions workflow: every push is checked; with a store, pull requests show the plan, and what is merged is applied
 * as it was planned, once somebody approves it in the environment of the store. `folder`: the catalogue in its repository.
 */
export function workflowText({ store }: Answers, folder: string): string {
  const at = folder === '' ? '' : ` --chdir ${/^[\w./-]+$/.test(folder) ? folder : `'${folder.replaceAll("'", `'\\''`)}'`}`
  const command = `npx --yes planogram@${engineVersion}${at}`
  const check = `name: catalogue

on:
  push: { branches: [main] }
  pull_request:

permissions: { contents: read }

jobs:
  check:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with: { node-version: 24 }
      - run: ${command} validate --format github
      - run: ${command} fmt --check --verbose
`
  return check + (store ? jobsFor(store, command) : laterText)
}

const laterText = `
# With a store in planogram.yaml, add jobs for \`planogram plan\` and \`planogram apply\`:
# \`planogram init --store-url <address>\` in an empty folder writes a workflow that has them.
`

function jobsFor({ name, baseUrl, filesUrl }: NonNullable<Answers['store']>, command: string): string {
  const key = keyVariable(name)
  const hosts = [baseUrl, ...(filesUrl === null ? [] : [filesUrl])].map((url) => new URL(url).host)
  return `
  # Settings of the repository that the jobs below need:
  #   secret   ${key}        an application key of the store
  #   variable ${key}_HOST   the hosts that the key is for: ${[...new Set(hosts)].join(',')}
  #   environment ${name}    with required reviewers: nothing is applied before one of them agrees
  # A pull request from a fork gets no secrets, so it is checked and not planned.
  plan:
    needs: check
    if: github.event_name == 'push' || github.event.pull_request.head.repo.full_name == github.repository
    runs-on: ubuntu-latest
    env:
      ${key}: \${{ secrets.${key} }}
      ${key}_HOST: \${{ vars.${key}_HOST }}
    outputs:
      hash: \${{ steps.hash.outputs.hash }}
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with: { node-version: 24 }
      - run: ${command} plan --store ${name} --out plan.json
      - id: hash
        run: echo "hash=$(jq -r .plan_hash plan.json)" >> "$GITHUB_OUTPUT"
      - uses: actions/upload-artifact@v4
        with: { name: plan, path: plan.json }

  apply:
    needs: plan
    if: github.event_name == 'push'
    runs-on: ubuntu-latest
    environment: ${name}
    concurrency: { group: planogram-${name} }
    env:
      ${key}: \${{ secrets.${key} }}
      ${key}_HOST: \${{ vars.${key}_HOST }}
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with: { node-version: 24 }
      - uses: actions/download-artifact@v4
        with: { name: plan }
      - run: ${command} apply plan.json --store ${name} --auto-approve --plan-hash \${{ needs.plan.outputs.hash }}
`
}
