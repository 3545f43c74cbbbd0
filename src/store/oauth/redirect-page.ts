import { hash } from 'node:crypto'
import type { OutgoingHttpHeaders } from 'node:http'

/** What the browser is told at the end of a login. */
export type LoginOutcome = 'worked' | 'failed'

const texts: Readonly<Record<LoginOutcome, readonly [title: string, text: string]>> = {
  worked: ['You are logged in', 'Planogram has a key to the store. You can close this page and go back to the terminal.'],
  failed: ['The login failed', 'Planogram kept no key. The terminal says why, and what to do. You can close this page.'],
}

const style = `
:root { color-scheme: light dark; --ink: #1d2326; --page: #fbfaf7; --card: #fff; --line: #dfdad0 }
@media (prefers-color-scheme: dark) { :root { --ink: #e9e7e1; --page: #15181a; --card: #1d2124; --line: #343a3e } }
* { box-sizing: border-box }
body { margin: 0; padding: 1rem; background: var(--page); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif }
main { max-width: 30rem; margin: 8vh auto 0; padding: 1.5rem; background: var(--card); border: 1px solid var(--line); border-radius: .8rem }
h1 { margin: 0 0 1rem; font-size: 1.6rem; line-height: 1.25 }
p { margin: 0 }
`

/** Headers of each page: nothing is kept, and no other page learns the address. */
export const pageHeaders: OutgoingHttpHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${hash('sha256', style, 'base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'x-content-type-options': 'nosniff',
  connection: 'close',
}

/** The page at the end of a login: a text without links and scripts. */
export function outcomePage(outcome: LoginOutcome): string {
  const [title, text] = texts[outcome]
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title}</title>
    <style>${style}</style>
  </head>
  <body>
    <main>
      <h1>${title}</h1>
      <p>${text}</p>
    </main>
  </body>
</html>
`
}
