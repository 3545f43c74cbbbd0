import { createHash } from 'node:crypto'
import type { DataAnswer } from '../data-api/data-answer.ts'
import { escapeXml } from '../data-api/escape-xml.ts'

const style = `
:root { color-scheme: light dark; --ink: #1b1b1f; --soft: #55555e; --page: #f4f4f6; --card: #fff; --line: #8a8a94; --go: #1d5fbf; --on-go: #fff }
@media (prefers-color-scheme: dark) { :root { --ink: #f0f0f3; --soft: #b6b6c0; --page: #17171b; --card: #232329; --line: #7d7d88; --go: #8db8f5; --on-go: #10233f } }
* { box-sizing: border-box }
body { margin: 0; padding: 1rem; background: var(--page); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif }
main { max-width: 30rem; margin: 8vh auto 0; padding: 1.5rem; background: var(--card); border: 1px solid var(--line); border-radius: .5rem }
h1 { margin: 0 0 1rem; font-size: 1.35rem; line-height: 1.3; overflow-wrap: anywhere }
p, dd { margin: 0 0 1rem; overflow-wrap: anywhere }
dt { color: var(--soft) }
form { display: flex; flex-wrap: wrap; gap: .75rem }
button { flex: 1 1 8rem; min-height: 2.75rem; padding: .5rem 1rem; border: 1px solid var(--go); border-radius: .375rem; background: none; color: inherit; font: inherit; cursor: pointer }
button.go { background: var(--go); color: var(--on-go) }
button:focus-visible { outline: 3px solid var(--ink); outline-offset: 2px }
`

const styleHash = createHash('sha256').update(style).digest('base64')

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeXml(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escapeXml(title)}</h1>
${content}
</main>
</body>
</html>
`
}

/** `formTarget`: where the form may lead; browsers hold the redirect after it to `form-action`, too. */
function answer(status: number, body: string, formTarget: string): DataAnswer {
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
      // Not no-referrer: browsers then send `Origin: null` with the form, which the guard takes for a foreign page.
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
    },
    pieces: [body],
  }
}

/** The page on which a person approves an application, or does not. A form and two buttons; no script. */
export function approvePage(asked: { readonly title: string; readonly redirect: URL; readonly ticket: string }): DataAnswer {
  const { title, redirect, ticket } = asked
  const content = `<p>It asks for a key to this store. With the key it can read and change <strong>everything</strong>: products, prices, orders, customers and files.</p>
<dl>
<dt>You will be sent to</dt><dd><strong>${escapeXml(redirect.host)}</strong></dd>
<dt>The key ends</dt><dd>never, until it is deleted</dd>
</dl>
<form method="post" action="/api_oauth">
<input type="hidden" name="ticket" value="${escapeXml(ticket)}">
<button class="go" name="decision" value="approve">Approve</button>
<button name="decision" value="deny">Deny</button>
</form>`
  return answer(200, page(`Allow ${title} into this store?`, content), `'self' ${redirect.origin}`)
}

/** A page that says why there is nothing to approve. It never leads anywhere. */
export function refusalPage(status: number, why: string): DataAnswer {
  return answer(status, page('This cannot be approved', `<p>${escapeXml(why)}</p>`), "'none'")
}
