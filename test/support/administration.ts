import type { RunningEmulator } from '../../src/emulator/emulator-options.ts'
import { getPage, type SeenPage, textOf } from '../unit/emulator/pages/page.ts'

/** Logs in to the administration tool as a browser does; gives back the headers that later requests need. */
export async function logIn(
  { url, administrator }: Pick<RunningEmulator, 'url' | 'administrator'>,
  password = administrator.password ?? '',
): Promise<{ readonly cookie: string; readonly origin: string }> {
  const page = await (await fetch(`${url}/_admin/login`)).text()
  const token = /name="token" value="([^"]+)"/.exec(page)?.[1] ?? ''
  const answer = await fetch(`${url}/_admin/login`, {
    method: 'POST',
    headers: { origin: url },
    body: new URLSearchParams({ token, user: administrator.user, password }),
    redirect: 'manual',
  })
  await answer.arrayBuffer()
  const [cookie = ''] = (answer.headers.get('set-cookie') ?? '').split(';')
  if (answer.status !== 303 || cookie === '') throw new Error(`the login was answered with ${answer.status}`)
  return { cookie, origin: url }
}

/** The administration tool as a person without JavaScript uses it. */
export interface AdministrationClient {
  /** The headers of its requests. */
  readonly session: Readonly<Record<string, string>>
  get(path: string): Promise<SeenPage>
  /** Sends a form of a page with the token that the page holds. */
  press(path: string, fields: Readonly<Record<string, string>> | readonly (readonly [string, string])[]): Promise<SeenPage>
}

/** Logs in and gives back the pages; `path` is below `/_admin/`. */
export async function openAdministration(
  store: Pick<RunningEmulator, 'url' | 'administrator'>,
  password?: string,
): Promise<AdministrationClient> {
  const session = await logIn(store, password)
  const get = (path: string): Promise<SeenPage> => getPage(store, `/_admin/${path}`, session)
  return {
    session,
    get,
    press: async (path, fields) => {
      const { html } = await get(path)
      const token = /name="token" value="([^"]+)"/.exec(html)?.[1] ?? ''
      const given = Array.isArray(fields) ? fields : Object.entries(fields)
      const answer = await fetch(`${store.url}/_admin/${path}`, {
        method: 'POST',
        headers: { ...session, accept: 'text/html' },
        body: new URLSearchParams([['token', token], ...given]),
        redirect: 'manual',
      })
      const text = await answer.text()
      return { status: answer.status, html: text, text: textOf(text), headers: answer.headers }
    },
  }
}
