import { parseFaultPlans } from '../../faults/check-fault-plan.ts'
import type { FaultPlan } from '../../faults/fault-plan.ts'
import { html, type Html } from '../html.ts'
import { actionForm, type Inspector, type InspectorPage } from './inspector.ts'
import { short, table } from './table.ts'

/** Faults that are one press away: the next request of the Data API, or of its writes. */
const ready: readonly (readonly [string, FaultPlan])[] = [
  ['500 for the next request', { on: { path: '/API/*' }, do: { kind: 'status', status: 500 } }],
  ['503, retry after 1 s', { on: { path: '/API/*' }, do: { kind: 'status', status: 503, retryAfter: 1 } }],
  ['rsp fail in a 200', { on: { path: '/API/*' }, do: { kind: 'rsp-fail', code: 500 } }],
  ['Reset of the connection', { on: { path: '/API/*' }, do: { kind: 'reset', when: 'before' } }],
  ['Half an answer', { on: { path: '/API/*' }, do: { kind: 'cut', how: 'length' } }],
  ['Written, but the answer is lost', { on: { path: '/API/*', method: 'POST' }, do: { kind: 'lost-answer' } }],
]

const example = JSON.stringify({ on: { method: 'POST', resource: 'Product', nth: 2 }, do: { kind: 'lost-answer' } } satisfies FaultPlan)

function planText(plan: FaultPlan): Html {
  return html`<code>${short(JSON.stringify(plan), 300)}</code>`
}

function readyForm(inspector: Inspector, label: string, plan: FaultPlan): Html {
  return actionForm(inspector, {
    page: 'faults',
    action: 'add',
    label,
    content: html`<input type="hidden" name="plans" value="${JSON.stringify(plan)}" />`,
  })
}

/** The faults that wait for a request, those that have acted, and forms to add and forget them. */
export const faultsPage: InspectorPage = {
  name: 'faults',
  title: 'Faults',
  content: (inspector) => {
    const { faults } = inspector.sources
    return html`<p class="lead">A fault is done to the requests that it matches; the first plan that matches acts.</p>
      <h2>Add one</h2>
      <div class="buttons">${ready.map(([label, plan]) => readyForm(inspector, label, plan))}</div>
      ${actionForm(inspector, {
        page: 'faults',
        action: 'add',
        label: 'Add',
        quiet: false,
        content: html`<label class="wide"
          >Plans as JSON
          <textarea name="plans" rows="3" required spellcheck="false" placeholder="${example}"></textarea>
        </label>`,
      })}
      <h2>Plans</h2>
      ${table({ label: 'Plans', head: ['', 'Plan'], rows: faults.plans().map((plan, at) => [at, planText(plan)]), empty: 'None: every request is answered as it should be.' })}
      <h2>Acted</h2>
      ${table({
        label: 'Faults that acted',
        head: ['Plan', 'Kind', 'Request'],
        rows: faults
          .fired()
          .slice(-200)
          .toReversed()
          .map(({ plan, kind, method, path }) => [plan, kind, html`<code>${method} ${short(path, 200)}</code>`]),
        empty: 'None yet.',
      })}
      ${actionForm(inspector, { page: 'faults', action: 'clear', label: 'Forget all faults' })}`
  },
  actions: {
    add: ({ sources }, form) => sources.faults.add(...parseFaultPlans(form.get('plans') ?? '')),
    clear: ({ sources }) => sources.faults.clear(),
  },
}
