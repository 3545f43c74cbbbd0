import { StoreFault } from '../../http/store-fault.ts'
import { html, type Html, type Part } from '../../markup/html.ts'
import type { ListedClient } from '../../oauth/registered-clients.ts'
import { table } from '../table.ts'
import { adminForm, type Administration, type AdministrationPage, textField } from './administration.ts'
import { endingHtml } from './keys-page.ts'

function clientRow(administration: Administration, { id, title, redirectUris, origin }: ListedClient): readonly Part[] {
  const redirects =
    redirectUris === undefined ? 'every loopback address' : redirectUris.map((uri) => html`<span class="line">${uri}</span>`)
  const remove = adminForm(administration, { page: 'oauth', action: 'remove', label: 'Remove', of: id, values: { id } })
  const isOption = origin === 'options'
  return [html`<code>${id}</code>`, title ?? id, redirects, isOption ? 'options of the store' : 'administration', !isOption && remove]
}

function registerForm(administration: Administration): Html {
  const value = (name: string): string => administration.refused?.get(name) ?? ''
  return adminForm(administration, {
    page: 'oauth',
    action: 'register',
    label: 'Register',
    main: true,
    fields: html`${textField({ name: 'id', label: 'Client id', value: value('id'), more: html`required spellcheck="false"` })}
      ${textField({ name: 'title', label: 'Title', value: value('title'), hint: 'Shown on the approval page. Default: the client id.' })}
      <label for="redirects">Redirect URIs</label>
      <textarea id="redirects" name="redirects" rows="3" spellcheck="false" aria-describedby="redirects-hint">
${value('redirects')}</textarea>
      <small id="redirects-hint">One for each line. Without one, every address on this machine is accepted, and no other.</small>`,
  })
}

function tokens(administration: Administration): Html {
  const issued = administration.sources.keys.list().filter(({ origin }) => origin === 'oauth')
  return table({
    label: 'Issued tokens',
    cards: true,
    head: ['Application', 'Token', 'Created', 'Last used', 'Action'],
    rows: issued.map(({ code, title, ending, created, used, suspect }) => [
      html`${title} ${suspect !== null && html`<span class="badge bad">${suspect}</span>`}`,
      endingHtml(ending),
      created,
      used ?? 'never',
      adminForm(administration, { page: 'oauth', action: 'revoke', label: 'Revoke', of: `the token of ${title}`, values: { code } }),
    ]),
    empty: 'No tokens.',
  })
}

/** Applications that may request a key, and the keys that they received (platform.md, "OAuth2 (beta)"). */
export const oauthPage: AdministrationPage = {
  name: 'oauth',
  title: 'OAuth clients',
  content: (administration) =>
    html`<p class="lead">
        An application with a client id sends a person to <code>/api_oauth</code>. After the approval it receives a token, which is an
        application key to everything.
      </p>
      ${table({
        label: 'Clients',
        cards: true,
        head: ['Client id', 'Title', 'Redirect URIs', 'Registered in', 'Action'],
        rows: administration.sources.oauthClients.list().map((client) => clientRow(administration, client)),
        empty: 'No clients.',
      })}
      <h2>Register a client</h2>
      ${registerForm(administration)}
      <h2>Issued tokens</h2>
      ${tokens(administration)}`,
  actions: {
    register: ({ sources }, form) => {
      const id = (form.get('id') ?? '').trim()
      const title = (form.get('title') ?? '').trim()
      const redirectUris = (form.get('redirects') ?? '').split(/\s+/).filter((uri) => uri !== '')
      sources.oauthClients.register({ id, ...(title === '' ? {} : { title }), ...(redirectUris.length === 0 ? {} : { redirectUris }) })
      return { text: `The client ${id} is registered.` }
    },
    remove: ({ sources }, form) => {
      const id = form.get('id') ?? ''
      if (!sources.oauthClients.remove(id)) throw new StoreFault(404, `The client ${id} does not exist`)
      return { text: `The client ${id} was removed. Its tokens remain valid until they are revoked.` }
    },
    revoke: ({ sources }, form) => {
      const token = sources.keys.list().find(({ code, origin }) => code === form.get('code') && origin === 'oauth')
      if (!token) throw new StoreFault(404, 'The token does not exist')
      sources.keys.remove(token.code)
      return { text: 'The token was revoked.' }
    },
  },
}
