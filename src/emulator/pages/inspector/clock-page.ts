import { OperationalError } from '../../../errors.ts'
import { html } from '../../markup/html.ts'
import { actionForm, type Inspector, type InspectorPage } from './inspector.ts'

const steps = [
  ['1 hour', 3_600_000],
  ['1 day', 86_400_000],
  ['30 days', 30 * 86_400_000],
] as const

function timeOf(form: URLSearchParams): Date {
  const text = (form.get('time') ?? '').trim()
  const time = new Date(/[zZ]$/.test(text) ? text : `${text.replace(' ', 'T')}Z`)
  if (Number.isNaN(time.getTime())) {
    throw new OperationalError('wrong-usage', `Invalid time: ${JSON.stringify(text.slice(0, 60))}.`, {
      fix: 'Write it as 2026-12-24 18:00:00, in UTC.',
    })
  }
  return time
}

function advance({ sources: { clock } }: Inspector, form: URLSearchParams): void {
  const by = Number(form.get('by'))
  if (!Number.isSafeInteger(by))
    throw new OperationalError('wrong-usage', 'The clock moves by whole milliseconds.', { fix: 'Use one of the buttons.' })
  clock.advance(by)
}

/** Shows, sets, advances and freezes the store's clock. */
export const clockPage: InspectorPage = {
  name: 'clock',
  title: 'Clock',
  content: (inspector) => {
    const { clock } = inspector.sources
    const now = clock.now().toISOString().replace('T', ' ').slice(0, 19)
    return html`<p class="time"><b>${now}</b> UTC ${clock.isFrozen() && html`<span class="badge bad">frozen</span>`}</p>
      <p class="lead">
        It determines NOW() in a search, the dates of orders, promotions, the expiry of keys and codes, and the times of files.
      </p>
      ${actionForm(inspector, {
        page: 'clock',
        action: 'set',
        label: 'Set',
        quiet: false,
        content: html`<label>Time (UTC) <input name="time" value="${inspector.refused?.get('time') ?? now}" required /></label>`,
      })}
      <div class="buttons">
        ${steps.map(([label, by]) => actionForm(inspector, { page: 'clock', action: 'advance', label: `+ ${label}`, content: html`<input type="hidden" name="by" value="${by}" />` }))}
        ${clock.isFrozen() ? actionForm(inspector, { page: 'clock', action: 'run', label: 'Run' }) : actionForm(inspector, { page: 'clock', action: 'freeze', label: 'Freeze' })}
        ${actionForm(inspector, { page: 'clock', action: 'reset', label: 'Reset to the present' })}
      </div>`
  },
  actions: {
    set: ({ sources }, form) => sources.clock.set(timeOf(form)),
    advance,
    freeze: ({ sources }) => sources.clock.freeze(),
    run: ({ sources }) => sources.clock.run(),
    reset: ({ sources }) => sources.clock.reset(),
  },
}
