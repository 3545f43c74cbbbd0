import { StoreFault } from '../../http/store-fault.ts'
import type { ListedKey } from '../../keys/keys.ts'
import { html, type Html, type Part } from '../../markup/html.ts'
import { table } from '../table.ts'
import { adminForm, type Administration, administrationAddress, type AdministrationPage } from './administration.ts'
import { draftIn, keyFields, newRights, rightsIn } from './key-form.ts'

const origins: Readonly<Record<ListedKey['origin'], string>> = {
  first: 'created with the store',
  added: 'registered',
  api: 'created through ApiAccess',
  oauth: 'issued by OAuth',
}

/** The last characters of a key; the key itself is shown only once. */
export function endingHtml(ending: string): Part {
  return ending === '' ? html`<span class="quiet">hidden</span>` : html`<code class="whole">…${ending}</code>`
}

function accessHtml({ resources, deny, files }: ListedKey): Html {
  return html`<span class="line"
      >${resources === null ? 'all resources' : resources.length === 0 ? 'no resources' : resources.join(', ')}</span
    >
    ${deny.length > 0 && html`<span class="line">denied: ${deny.join(', ')}</span>`}
    <span class="line quiet">${files ? 'with' : 'without'} the Files API</span>`
}

function keyRow(administration: Administration, key: ListedKey): readonly Part[] {
  const { code, title, origin, ending, created, used, expires, expired, suspect } = key
  const revoke = adminForm(administration, { page: 'keys', action: 'revoke', label: 'Revoke', of: title, values: { code } })
  return [
    html`<b>${title}</b>
      <span class="line quiet">${origins[origin]}</span> ${suspect !== null && html`<span class="badge bad">${suspect}</span>`}`,
    endingHtml(ending),
    accessHtml(key),
    created,
    used ?? 'never',
    html`${expires ?? 'never'} ${expired && html`<span class="badge bad">expired</span>`}`,
    origin === 'first'
      ? html`<span class="quiet">in use by this store</span>`
      : html`<div class="row-actions">
          ${suspect === null && html`<a href="${administrationAddress('keys', code)}">Change<span class="sr"> ${title}</span></a>`}
          ${revoke}
        </div>`,
  ]
}

/** A key that the administration tool may revoke: every one but the first, which the store itself uses. */
function keyOf({ sources }: Administration, code: string): ListedKey {
  const found = sources.keys.list().find((key) => key.code === code)
  if (!found) throw new StoreFault(404, 'The key does not exist')
  if (found.origin === 'first') throw new StoreFault(400, 'The first key is in use by this store and cannot be changed or revoked')
  return found
}

/** A key that the administration tool may change: none that was revoked as suspect, which stays so. */
function changeableKey(administration: Administration, code: string): ListedKey {
  const key = keyOf(administration, code)
  if (key.suspect !== null) throw new StoreFault(400, 'The key was revoked and cannot be changed; register another one')
  return key
}

/** Application keys: register, change, revoke (platform.md, "Application key"). */
export const keysPage: AdministrationPage = {
  name: 'keys',
  title: 'Application keys',
  content: (administration) => {
    const { refused, sources } = administration
    const isNew = refused?.get('action') === 'register'
    return html`<p class="lead">
        A program sends its key with each request. A key is shown only once, when it is registered; this list shows its last characters.
      </p>
      ${table({
        label: 'Application keys',
        cards: true,
        head: ['Title', 'Key', 'Access', 'Created', 'Last used', 'Expires', 'Actions'],
        rows: sources.keys.list().map((key) => keyRow(administration, key)),
        empty: 'There is no key.',
      })}
      <h2>Register a key</h2>
      ${adminForm(administration, {
        page: 'keys',
        action: 'register',
        label: 'Register',
        main: true,
        fields: keyFields(isNew && refused ? draftIn(refused) : newRights),
      })}`
  },
  one: (administration, code) => {
    const key = changeableKey(administration, code)
    const { refused } = administration
    return html`<h2><a href="${administrationAddress('keys')}">Application keys</a> / ${key.title}</h2>
      ${adminForm(administration, {
        page: 'keys',
        key: code,
        action: 'change',
        label: 'Save',
        main: true,
        values: { code },
        fields: keyFields(refused ? draftIn(refused) : key),
      })}
      <h2>Revoke</h2>
      <p class="lead">Requests with this key are refused from then on. This cannot be undone.</p>
      ${adminForm(administration, { page: 'keys', action: 'revoke', label: 'Revoke this key', values: { code } })}`
  },
  actions: {
    register: ({ sources }, form) => {
      const rights = rightsIn(form)
      const { key } = sources.keys.register(rights)
      return { text: `The key "${rights.title}" is registered. Copy it now: it is not shown again.`, key }
    },
    change: (administration, form) => {
      const { code } = changeableKey(administration, form.get('code') ?? '')
      const rights = rightsIn(form)
      administration.sources.keys.change(code, rights)
      return { text: `The key "${rights.title}" was changed.` }
    },
    revoke: (administration, form) => {
      const { code, title } = keyOf(administration, form.get('code') ?? '')
      administration.sources.keys.remove(code)
      return { text: `The key "${title}" was revoked.` }
    },
  },
}
