import type { WorkflowStore } from './workflow-store.ts'

/** Actions are named by commit: others can move a tag. */
export const actions = {
  checkout: 'actions/checkout@11bd71901bbe5b1630ceea73d27597364c9af683 # v4.2.2',
  node: 'actions/setup-node@49933ea5288caeca8642d1e84afbd3f7d6820020 # v4.4.0',
  upload: 'actions/upload-artifact@ea165f8d65b6e75b540449e92b4886f43607fa02 # v4.6.2',
  download: 'actions/download-artifact@d3f86a106a0bac45b974a628896c90dbdf5c8093 # v4.3.0',
} as const

/** The command that renders a plan file for a comment. It leaves room for the history of the pull request. */
export function asComment(file: string): string {
  return `planogram --chdir "$CATALOGUE" show ${file} --format markdown --max-bytes 60000`
}

/** The command that renders a plan file as a page, with the pictures of the catalogue. */
export function asPage(file: string): string {
  return `planogram --chdir "$CATALOGUE" show ${file} --format html`
}

/** The command that adds a plan file to the page of the run. */
export function toSummary(file: string): string {
  return `planogram --chdir "$CATALOGUE" show ${file} --format markdown --max-bytes 1000000 >> "$GITHUB_STEP_SUMMARY"`
}

/** Where each job runs. */
export const jobStart = `    runs-on: ubuntu-latest
    timeout-minutes: 30
`

/**
 * The first steps of each job. The program is installed before any step that has a key. `npm pack` turns a path, a git URL and a version
 * into a tarball alike, and only a git URL runs a script for that: the build of planogram itself.
 */
export const install = `      - uses: ${actions.checkout}
        with: { persist-credentials: false }
      - uses: ${actions.node}
        with: { node-version: 24 }
      - name: Install planogram
        run: |
          : "\${PLANOGRAM:?is not set, see the top of this workflow}"
          tarball=$(npm pack --loglevel error --foreground-scripts=false --pack-destination "$RUNNER_TEMP" "$PLANOGRAM" | tail -n 1)
          npm install --global --ignore-scripts "$RUNNER_TEMP/\${tarball:?npm pack made no file}"
`

/** The option of git that answers with the token of the job, which is in no argument and in no file. */
const token = `-c credential.helper='!f() { echo username=x-access-token; echo "password=$TOKEN"; }; f'`

/** The environment of a step that uses the token of the job. */
export const tokenLine = `TOKEN: '\${{ github.token }}'`

/** Fetches the refs of the commits that were applied last. */
export const fetchRefs = `      - name: Fetch the commit that was applied last
        run: |
          git ${token} \\
            fetch --depth 1 origin HEAD '+refs/planogram/*:refs/planogram/*'
        env: { ${tokenLine} }
`

/** Moves the ref of a store to the commit of the job. */
export const pushRef = `          git ${token} \\
            push --force origin "HEAD:$REFS/$STORE"
`

/** One job for each store; a failure of one does not stop the others. */
export function perStore(stores: readonly WorkflowStore[]): string {
  return `    strategy:
      fail-fast: false
      matrix: { store: [${stores.map(({ name }) => name).join(', ')}] }
`
}

/** The same, but for the store alone that a person chose who started the workflow by hand. */
export function chosenStores(stores: readonly WorkflowStore[]): string {
  const all = JSON.stringify(stores.map(({ name }) => name))
  return `    strategy:
      fail-fast: false
      matrix:
        store: \${{ fromJSON(inputs.store && format('["{0}"]', inputs.store) || '${all}') }}
`
}

/** The environment of a step that talks to a store. planogram reads the key of that store only. */
export function storeEnvironment(stores: readonly WorkflowStore[], more: readonly string[] = []): string {
  const keys = stores.flatMap(({ key }) =>
    key === null ? [] : [`${key}: \${{ secrets.${key} }}`, `${key}_HOST: \${{ vars.${key}_HOST }}`],
  )
  return `        env:
${['STORE: ${{ matrix.store }}', ...more, ...keys].map((line) => `          ${line}\n`).join('')}`
}
