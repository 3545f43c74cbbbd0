import { parseFaultPlans } from '../../faults/check-fault-plan.ts'
import type { FaultPlan } from '../../faults/fault-plan.ts'
import { html, type Html } from '../../markup/html.ts'
import { actionForm, type Inspector, type InspectorPage } from './inspector.ts'
import { short, table } from '../table.ts'

/** Faults with a button of their own: for the next request, or the next POST, of the Data API. */
const presets: readonly (readonly [string, FaultPlan])[] = [
  ['500 for the next request', { on: { path: '/API/*' }, do: { kind: 'status', status: 500 } }],
  ['503, retry after 1 s', { on: { path: '/API/*' }, do: { kind: 'status', status: 503, retryAfter: 1 } }],
  ['rsp fail in a 200', { on: { path: '/API/*' }, do: { kind: 'rsp-fail', code: 500 } }],
  ['Connection reset', { on: { path: '/API/*' }, do: { kind: 'reset', when: 'before' } }],
  ['Half of the answer', { on: { path: '/API/*' }, do: { kind: 'cut', how: 'length' } }],
  ['POST performed, answer lost', { on: { path: '/API/*', method: 'POST' }, do: { kind: 'lost-answer' } }],
]

const example = JSON.stringify({ on: { method: 'POST', resource: 'Product', nth: 2 }, do: { kind: 'lost-answer' } } satisfies FaultPlan)

function planText(plan: FaultPlan): Html {
  return html`<code>${short(JSON.stringify(plan), 300)}</code>`
}

function presetForm(inspector: Inspector, label: string, plan: FaultPlan): Html {
  return actionForm(inspector, {
    page: 'faults',
    action: 'add',
    label,
    content: html`<input type="hidden" name="plans" value="${JSON.stringify(plan)}" />`,
  })
}

/** Fault plans, injected faults, and forms to add and delete plans. */
export const faultsPage: InspectorPage = {
  name: 'faults',
  title: 'Faults',
  content: (inspector) => {
    const { faults } = inspector.sources
    return html`<p class="lead">Faults are injected into the requests that a plan matches; of several plans the first is used.</p>
      <h2>Add a fault</h2>
      <div class="buttons">${presets.map(([label, plan]) => presetForm(inspector, label, plan))}</div>
      ${actionForm(inspector, {
        page: 'faults',
        action: 'add',
        label: 'Add',
        quiet: false,
        content: html`<label class="wide"
          >Plans as JSON
          <textarea name="plans" rows="3" required spellcheck="false" placeholder="${example}">${inspector.refused?.get('plans')}</textarea>
        </label>`,
      })}
      <h2>Plans</h2>
      ${table({ label: 'Plans', head: ['', 'Plan'], rows: faults.plans().map((plan, at) => [at, planText(plan)]), empty: 'None: no faults are injected.' })}
      <h2>Injected</h2>
      ${table({
        label: 'Injected faults',
        head: ['Plan', 'Kind', 'Request'],
        rows: faults
          .fired()
          .slice(-200)
          .toReversed()
          .map(({ plan, kind, method, path }) => [plan, kind, html`<code>${method} ${short(path, 200)}</code>`]),
        empty: 'None yet.',
      })}
      ${actionForm(inspector, { page: 'faults', action: 'clear', label: 'Delete all faults' })}`
  },
  actions: {
    add: ({ sources }, form) => sources.faults.add(...parseFaultPlans(form.get('plans') ?? '')),
    clear: ({ sources }) => sources.faults.clear(),
  },
}
