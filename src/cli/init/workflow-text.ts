import { type Answers, keyVariable } from './answers.ts'
import { workflowScope } from './workflow-scope.ts'

/** Actions are named by commit: others can move a tag. */
const actions = {
  checkout: 'actions/checkout@11bd71901bbe5b1630ceea73d27597364c9af683 # v4.2.2',
  node: 'actions/setup-node@49933ea5288caeca8642d1e84afbd3f7d6820020 # v4.4.0',
  upload: 'actions/upload-artifact@ea165f8d65b6e75b540449e92b4886f43607fa02 # v4.6.2',
  download: 'actions/download-artifact@d3f86a106a0bac45b974a628896c90dbdf5c8093 # v4.3.0',
} as const

/** The first steps of each job. The program is installed before any step that has a key, and no package may run a script. */
const setUp = `    runs-on: ubuntu-latest
    timeout-minutes: 30
`
const install = `      - uses: ${actions.checkout}
        with: { persist-credentials: false }
      - uses: ${actions.node}
        with: { node-version: 24 }
      - run: npm install --global --ignore-scripts "\${PLANOGRAM:?is not set, see the top of this workflow}"
`

/**
 * A GitHub Actions workflow: every push is validated; with a store, pull requests show the plan, and merged changes are applied
 * as planned, when somebody approves them in the environment of the store. `folder`: the catalogue in its repository.
 */
export function workflowText({ store, package: installed }: Answers, folder: string): string {
  const at = folder === '' ? '' : ` --chdir ${/^[\w./-]+$/.test(folder) ? folder : `'${folder.replaceAll("'", `'\\''`)}'`}`
  const command = `planogram${at}`
  const scope = workflowScope(folder)
  const check = `name: catalogue${scope === '' ? '' : ` ${scope}`}

on:
  push: { branches: [main, master] }
  pull_request:

permissions: { contents: read }

env:
  # What npm installs as planogram, in one exact version: a package of your registry, the address of a package file, or the path of one
  # in this repository, as \`npm pack\` writes it in a checkout of planogram.
  PLANOGRAM: '${installed ?? ''}'

jobs:
  check:
${setUp}    steps:
${install}      - run: ${command} validate --format github
      - run: ${command} fmt --check --verbose
`
  return check + (store ? jobsFor({ ...store, scope: scope === '' ? store.name : `${scope}/${store.name}` }, command) : laterText)
}

const laterText = `
# With a store in planogram.yaml, add jobs for \`planogram plan\` and \`planogram apply\`:
# \`planogram init --store-url <address>\` in an empty folder writes a workflow with both.
`

/** A store, and its name among those of the repository. */
type ScopedStore = NonNullable<Answers['store']> & { readonly scope: string }

function jobsFor(store: ScopedStore, command: string): string {
  return `${settingsText(store)}${planJob(store, command)}${applyJob(store, command)}${appliedJob(store)}`
}

/** What a person sets up in the repository. */
function settingsText({ name, scope, baseUrl, filesUrl }: ScopedStore): string {
  const key = keyVariable(name)
  const hosts = [baseUrl, ...(filesUrl === null ? [] : [filesUrl])].map((url) => new URL(url).host)
  return `
  # Settings of the repository that the jobs below need:
  #   secret   ${key}        an application key of the store
  #   variable ${key}_HOST   the hosts that the key is for: ${[...new Set(hosts)].join(',')}
  #   environment ${name}    with required reviewers: nothing is applied before one of them approves
  # The ref refs/planogram/${scope} is the commit that was applied last: with it a plan tells removed records from those that others made.
  # A pull request from a fork or from Dependabot gets no secrets: it is validated, not planned.
`
}

function environmentOf(name: string): string {
  const key = keyVariable(name)
  return `        env:
          ${key}: \${{ secrets.${key} }}
          ${key}_HOST: \${{ vars.${key}_HOST }}
`
}

/** The option of git that answers with the token of the job, which is in no argument and in no file. */
const token = `-c credential.helper='!f() { echo username=x-access-token; echo "password=$TOKEN"; }; f'`
const environmentOfToken = `        env: { TOKEN: '\${{ github.token }}' }
`

function planJob({ name, scope }: ScopedStore, command: string): string {
  return `  plan:
    needs: check
    if: >-
      github.actor != 'dependabot[bot]' &&
      (github.event_name == 'push' || github.event.pull_request.head.repo.full_name == github.repository)
${setUp}    outputs:
      hash: \${{ steps.facts.outputs.hash }}
      steps: \${{ steps.facts.outputs.steps }}
    steps:
${install}      - name: Fetch the commit that was applied last
        run: |
          git ${token} \\
            fetch --depth 1 origin HEAD '+refs/planogram/*:refs/planogram/*'
${environmentOfToken}      - run: ${command} plan --store ${name} --base refs/planogram/${scope} --out plan.json
${environmentOf(name)}      # Show the plan on the page of the run.
      - run: ${command} show plan.json | sed 's/^/    /' >> "$GITHUB_STEP_SUMMARY"
      - id: facts
        run: jq -r '"hash=\\(.plan_hash)", "steps=\\(.steps | length)"' plan.json >> "$GITHUB_OUTPUT"
      - uses: ${actions.upload}
        with: { name: plan, path: plan.json, overwrite: true }

`
}

function applyJob({ name, scope }: ScopedStore, command: string): string {
  return `  apply:
    needs: plan
    if: github.event_name == 'push' && needs.plan.outputs.steps != '0'
${setUp}    environment: ${name}
    concurrency: { group: planogram-${scope} }
    steps:
${install}      - uses: ${actions.download}
        with: { name: plan }
      - run: ${command} apply plan.json --store ${name} --auto-approve --plan-hash \${{ needs.plan.outputs.hash }}
${environmentOf(name)}`
}

/** A job of its own: it may write to the repository, and has no key of the store. It runs too where there was nothing to apply. */
function appliedJob({ scope }: ScopedStore): string {
  return `
  applied:
    needs: [plan, apply]
    if: >-
      !cancelled() && github.event_name == 'push' &&
      (needs.plan.outputs.steps == '0' || needs.apply.result == 'success')
${setUp}    permissions: { contents: write }
    concurrency: { group: planogram-${scope}-applied }
    steps:
      - uses: ${actions.checkout}
        with: { persist-credentials: false }
      - name: Remember the commit that the store now matches
        run: |
          git ${token} \\
            push --force origin HEAD:refs/planogram/${scope}
${environmentOfToken}`
}
