import { hash } from 'node:crypto'

/**
 * The content security policy of a page: nothing is loaded from anywhere; these scripts and styles, and no others, are used. Pictures
 * are `data:` addresses.
 */
export function contentPolicy({ script, styles }: { readonly script: string; readonly styles: readonly string[] }): string {
  return [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${styles.map(hashOf).join(' ')}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
}

function hashOf(text: string): string {
  return `'sha256-${hash('sha256', text, 'base64')}'`
}
