import { OperationalError } from '../../../errors.ts'
import { resources } from '../../../resources/registry.ts'
import type { KeyRights } from '../../keys/keys.ts'
import { html, type Html } from '../../markup/html.ts'
import { textField } from './administration.ts'

/** The values of the form of a new key. */
export const newRights: KeyRights = { title: '', resources: null, deny: [], expires: null, files: false }

function boxes({ name, legend, hint, checked }: Boxes): Html {
  return html`<fieldset>
    <legend>${legend}</legend>
    <details ${checked.length > 0 && 'open'}>
      <summary>Choose from ${resources.length} resources</summary>
      <p class="quiet">${hint}</p>
      <div class="boxes">
        ${resources.map(
          (resource) =>
            html`<label class="check"
              ><input type="checkbox" name="${name}" value="${resource.name}" ${checked.includes(resource.name) && 'checked'} />
              ${resource.name}</label
            >`,
        )}
      </div>
    </details>
  </fieldset>`
}

interface Boxes {
  readonly name: string
  readonly legend: string
  readonly hint: string
  readonly checked: readonly string[]
}

/** The fields of the form of a key with these values. */
export function keyFields({ title, resources: granted, deny, expires, files }: KeyRights): Html {
  return html`${textField({ name: 'title', label: 'Title', value: title, more: html`required maxlength="100"` })}
    <fieldset>
      <legend>Access</legend>
      <label class="check"><input type="radio" name="access" value="all" ${granted === null && 'checked'} /> All resources</label>
      <label class="check"
        ><input type="radio" name="access" value="some" ${granted !== null && 'checked'} /> Only the granted resources</label
      >
      <label class="check"><input type="checkbox" name="files" ${files && 'checked'} /> Files API</label>
    </fieldset>
    ${boxes({ name: 'grant', legend: 'Granted resources', hint: 'They apply if the access is not to all resources.', checked: granted ?? [] })}
    ${boxes({ name: 'deny', legend: 'Denied resources', hint: 'They are denied even if they are granted.', checked: deny })}
    ${textField({
      name: 'expires',
      label: 'Expires',
      value: expires?.replace(' ', 'T') ?? '',
      hint: 'In the time of the store. Empty: never.',
      more: html`type="datetime-local" step="1"`,
    })}`
}

function endIn(text: string): string | null {
  if (text === '') return null
  const [, day, minutes, seconds = ':00'] = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(:\d{2})?/.exec(text) ?? []
  const end = `${day ?? ''} ${minutes ?? ''}${seconds}`
  const time = new Date(`${end.replace(' ', 'T')}Z`)
  if (!Number.isNaN(time.getTime()) && time.toISOString().startsWith(end.replace(' ', 'T'))) return end
  throw new OperationalError('wrong-usage', `Invalid time: ${JSON.stringify(text.slice(0, 60))}.`, {
    fix: 'Write it as 2026-12-24 18:00:00.',
  })
}

/** The rights in a form, as it was filled in; the time is not checked. */
export function draftIn(form: URLSearchParams): KeyRights {
  const expires = form.get('expires') ?? ''
  return {
    title: (form.get('title') ?? '').trim(),
    resources: form.get('access') === 'some' ? form.getAll('grant') : null,
    deny: form.getAll('deny'),
    expires: expires === '' ? null : expires,
    files: form.has('files'),
  }
}

/** The rights in a form. Fails with `wrong-usage` without a title, without anything that is granted, or for an invalid time. */
export function rightsIn(form: URLSearchParams): KeyRights {
  const draft = draftIn(form)
  if (draft.title === '') throw new OperationalError('wrong-usage', 'The key has no title.', { fix: 'Write what the key is for.' })
  if (draft.resources?.length === 0 && !draft.files) {
    throw new OperationalError('wrong-usage', 'The key has no granted resource and no Files API.', {
      fix: 'Select a resource under "Granted resources" or the Files API, or grant all resources.',
    })
  }
  return { ...draft, expires: endIn(draft.expires ?? '') }
}
