import { html, type Html } from '../html.ts'
import { inspectorAddress, type InspectorPage } from './inspector.ts'

interface Layout {
  readonly title: string
  readonly site: string
  /** The name of the page in the navigation, or `null`. */
  readonly current: string | null
  readonly pages: readonly InspectorPage[]
  /** What has just been done, or went wrong. */
  readonly said: Html | null
  readonly content: Html
}

/** A whole page of the inspector around its content. */
export function inspectorLayout({ title, site, current, pages, said, content }: Layout): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} | inspector of ${site}</title>
        <link rel="icon" href="/_shop/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/_shop/inspector.css" />
      </head>
      <body class="inspector">
        <a class="skip" href="#content">To the content</a>
        <header class="top">
          <a class="brand" href="/_emulator/">Inspector</a> <span class="of">of the emulated store ${site}</span>
          <a class="to-shop" href="/">Shop</a>
        </header>
        <nav class="pages" aria-label="Inspector">
          <ul>
            ${pages.map(
              ({ name, title: each }) =>
                html`<li>
                  <a href="${name === '' ? '/_emulator/' : inspectorAddress(name)}" ${name === current && html`aria-current="page"`}
                    >${each}</a
                  >
                </li>`,
            )}
          </ul>
        </nav>
        <main id="content" tabindex="-1">
          <h1>${title}</h1>
          ${said} ${content}
        </main>
      </body>
    </html> `
}
