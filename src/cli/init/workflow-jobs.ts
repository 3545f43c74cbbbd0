import {
  actions,
  asComment,
  asPage,
  chosenStores,
  fetchRefs,
  install,
  jobStart,
  perStore,
  pushRef,
  storeEnvironment,
  tokenLine,
  toSummary,
} from './workflow-steps.ts'
import type { WorkflowStore } from './workflow-store.ts'

type Stores = readonly WorkflowStore[]

/** Plans the pull request, merged with its target, for each store. Has the key; may write nothing. */
export function planJob(stores: Stores, name: string): string {
  return `  plan:
    needs: check
    if: >-
      github.event_name == 'pull_request' && github.actor != 'dependabot[bot]' &&
      github.event.pull_request.head.repo.full_name == github.repository
${jobStart}${perStore(stores)}    concurrency: { group: '${name}-plan-\${{ matrix.store }}-\${{ github.event.pull_request.number }}', cancel-in-progress: true }
    steps:
${install}${fetchRefs}      - name: Plan
        run: planogram --chdir "$CATALOGUE" plan --store "$STORE" --base "$REFS/$STORE" --out plan.json
${storeEnvironment(stores)}      - name: Show the plan on the page of the run, its findings as annotations
        run: |
          ${asComment('plan.json')} > plan.md
          ${asPage('plan.json')} > plan.html
          ${toSummary('plan.json')}
          planogram --chdir "$CATALOGUE" show plan.json --format github
      - uses: ${actions.upload}
        with:
          name: ${name}-plan-\${{ matrix.store }}-\${{ github.event.pull_request.head.sha }}
          path: |
            plan.json
            plan.md
            plan.html
          overwrite: true
          retention-days: 90
`
}

/** Shows the plan of each store in one comment. May write comments; has no key. */
export function commentJob(stores: Stores, name: string): string {
  return `  comment:
    needs: plan
    if: \${{ !cancelled() && needs.plan.result != 'skipped' }}
${jobStart}${perStore(stores)}    permissions: { contents: read, pull-requests: write }
    steps:
${install}      - uses: ${actions.download}
        with: { name: '${name}-plan-\${{ matrix.store }}-\${{ github.event.pull_request.head.sha }}' }
      - run: planogram-pr plan plan.json --body plan.md --folder "$CATALOGUE"
        env: { ${tokenLine} }
`
}

/** The steps that find and download the plan that was approved, unless a later commit was applied. */
function approvedPlan(name: string): string {
  return `      - name: Find the plan of the head commit that was merged
        id: approved
        if: github.event_name == 'push'
        run: |
          applied=$(git rev-parse --quiet --verify "$REFS/$STORE" || true)
          planogram-pr approved --store "$STORE" --folder "$CATALOGUE" --applied "$applied" >> "$GITHUB_OUTPUT"
        env: { STORE: '\${{ matrix.store }}', ${tokenLine} }
      - uses: ${actions.download}
        if: steps.approved.outputs.hash
        continue-on-error: true # after 90 days it is planned again, and must have the same hash
        with:
          name: ${name}-plan-\${{ matrix.store }}-\${{ steps.approved.outputs.head }}
          path: \${{ runner.temp }}/approved
          run-id: \${{ steps.approved.outputs.run }}
          github-token: \${{ github.token }}
`
}

/** Applies the plan of the merged head commit. Has the key, waits for the reviewers of the environment; may write nothing to the repository. */
export function applyJob(stores: Stores, name: string): string {
  return `  apply:
    needs: check
    # By hand too, only what was merged: the branches of \`push\` at the top.
    if: >-
      github.event_name == 'push' ||
      (github.event_name == 'workflow_dispatch' && (github.ref == 'refs/heads/main' || github.ref == 'refs/heads/master'))
${jobStart}${chosenStores(stores)}    environment: \${{ matrix.store }}
    concurrency: { group: '${name}-\${{ matrix.store }}' }
    permissions: { contents: read, pull-requests: read, actions: read }
    steps:
${install}${fetchRefs}${approvedPlan(name)}      - name: Apply
        run: |
          # Outside of the checkout: a file of the repository is neither the approved plan nor a result.
          approved=$RUNNER_TEMP/approved/plan.json
          result=$RUNNER_TEMP/result
          mkdir -p "$RUNNER_TEMP/approved" "$result"
          plan() { planogram --chdir "$CATALOGUE" plan --store "$STORE" --base "$REFS/$STORE" --out "$@"; }
          apply() { planogram --chdir "$CATALOGUE" --color never apply "$approved" --store "$STORE" --auto-approve --plan-hash "$HASH" > "$result/apply.txt" 2>&1; }
          code=4
          if [ -n "$HASH" ]; then
            code=0
            [ -f "$approved" ] || plan "$approved"
            echo "$HASH" > "$result/hash"
            apply || code=$?
            # A guard stopped it, perhaps max_plan_age: the same plan is made again.
            if [ "$code" = 3 ]; then code=0; plan "$approved"; apply || code=$?; fi
            cat "$result/apply.txt"
          fi
          if [ "$code" = 4 ]; then
            # Not approved, or stale: nothing was written. A new plan needs an approval, unless it is empty.
            now=0
            plan "$result/plan.json" --detailed-exitcode || now=$?
            case "$now" in
              0) code=0; rm "$result/plan.json" ;;
              2) ${asComment('"$result/plan.json"')} > "$result/plan.md" ;;
              *) code=$now ;;
            esac
          fi
          echo "$code" > "$result/code"
          if [ -f "$result/plan.json" ]; then ${toSummary('"$result/plan.json"')}; fi
          exit "$code"
${storeEnvironment(stores, ['HASH: ${{ inputs.plan_hash || steps.approved.outputs.hash }}'])}      - uses: ${actions.upload}
        if: always()
        with: { name: '${name}-result-\${{ matrix.store }}', path: '\${{ runner.temp }}/result', overwrite: true }
`
}

/** Reports each apply in a new comment, and moves the ref of a store that matches. May write to the repository; has no key. */
export function reportJob(stores: Stores, name: string): string {
  return `  report:
    needs: apply
    if: \${{ !cancelled() && needs.apply.result != 'skipped' }}
${jobStart}${chosenStores(stores)}    concurrency: { group: '${name}-report-\${{ matrix.store }}' }
    permissions: { contents: write, pull-requests: write }
    steps:
${install}      - uses: ${actions.download}
        continue-on-error: true # the apply was rejected, or did not start
        with: { name: '${name}-result-\${{ matrix.store }}', path: '\${{ runner.temp }}/result' }
      - name: Report the apply
        run: planogram-pr result "$RUNNER_TEMP/result" --store "$STORE" --folder "$CATALOGUE"
        env: { STORE: '\${{ matrix.store }}', ${tokenLine} }
      - name: Remember the commit that the store now matches
        run: |
          if [ "$(cat "$RUNNER_TEMP/result/code" 2> /dev/null)" != 0 ]; then exit 0; fi
${pushRef}        env: { STORE: '\${{ matrix.store }}', ${tokenLine} }
`
}

/** Compares each store with the commit that was applied last; fails where somebody changed it, so that GitHub notifies. */
export function driftJob(stores: Stores): string {
  return `  drift:
    if: github.event_name == 'schedule'
${jobStart}${perStore(stores)}    steps:
${install}${fetchRefs}      - name: Compare the store with the commit that was applied last
        run: |
          if ! git rev-parse --quiet --verify "$REFS/$STORE"; then echo 'Nothing was applied yet.'; exit 0; fi
          git checkout --quiet --detach "$REFS/$STORE"
          code=0
          planogram --chdir "$CATALOGUE" plan --store "$STORE" --base "$REFS/$STORE" --out drift.json --detailed-exitcode || code=$?
          if [ "$code" = 2 ]; then
            echo "::warning title=Drift in $STORE::Somebody changed the store since the last apply. To keep that, run planogram pull; the next apply reverts it."
            ${toSummary('drift.json')}
          fi
          exit "$code"
${storeEnvironment(stores)}`
}
