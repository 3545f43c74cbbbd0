import { hash } from 'node:crypto'
import type { Answer } from '../http/answer.ts'
import { html, type Html } from '../markup/html.ts'

const style = `
:root { color-scheme: light dark; --ink: #1d2326; --soft: #566068; --page: #fbfaf7; --card: #fff; --line: #dfdad0; --go: #2a5878; --on-go: #fff }
@media (prefers-color-scheme: dark) { :root { --ink: #e9e7e1; --soft: #a3adb3; --page: #15181a; --card: #1d2124; --line: #343a3e; --go: #8fc1e3; --on-go: #10202b } }
* { box-sizing: border-box }
body { margin: 0; padding: 1rem; background: var(--page); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif }
main { max-width: 30rem; margin: 8vh auto 0; padding: 1.5rem; background: var(--card); border: 1px solid var(--line); border-radius: .8rem }
h1 { margin: 0 0 1rem; font: 600 1.6rem/1.25 'Iowan Old Style', 'Palatino Linotype', Palatino, 'Noto Serif', 'DejaVu Serif', Georgia, serif; overflow-wrap: anywhere }
p, dd { margin: 0 0 1rem; overflow-wrap: anywhere }
dt { color: var(--soft) }
form { display: flex; flex-wrap: wrap; gap: .75rem }
button { flex: 1 1 8rem; min-height: 2.75rem; padding: .5rem 1rem; border: 1px solid var(--go); border-radius: .375rem; background: none; color: inherit; font: inherit; cursor: pointer }
button.go { background: var(--go); color: var(--on-go) }
button:focus-visible { outline: 3px solid var(--ink); outline-offset: 2px }
`

const styleHash = hash('sha256', style, 'base64')

function page(title: string, content: Html): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        ${{ markup: `<style>${style}</style>` }}
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html> `.markup
}

/** `formTarget`: where the form may lead; browsers apply `form-action` to the redirect after it, too. */
function answer(status: number, body: string, formTarget: string): Answer {
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    `form-action ${formTarget}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy.join('; '),
      'x-content-type-options': 'nosniff',
      // Not no-referrer: browsers would send `Origin: null` with the form, which the guard takes for a foreign page.
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
    },
    pieces: [body],
  }
}

/** The page on which a person approves an application or denies it: a form with two buttons, without a script. */
export function approvePage(asked: { readonly title: string; readonly redirect: URL; readonly ticket: string }): Answer {
  const { title, redirect, ticket } = asked
  const content = html`<p>
      It requests a key to this store. With the key it can read and change <strong>everything</strong>: products, prices, orders, customers
      and files.
    </p>
    <dl>
      <dt>You will be sent to</dt>
      <dd><strong>${redirect.host}</strong></dd>
      <dt>The key expires</dt>
      <dd>never; it is valid until it is deleted</dd>
    </dl>
    <form method="post" action="/api_oauth">
      <input type="hidden" name="ticket" value="${ticket}" />
      <button class="go" name="decision" value="approve">Approve</button>
      <button name="decision" value="deny">Deny</button>
    </form>`
  return answer(200, page(`Allow ${title} to access this store?`, content), `'self' ${redirect.origin}`)
}

/** The page of a refusal. It contains no link and no form. */
export function refusalPage(status: number, why: string): Answer {
  return answer(status, page('This request cannot be approved', html`<p>${why}</p>`), "'none'")
}
