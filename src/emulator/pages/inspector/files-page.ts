import type { FileNode } from '../../files/tree/file-node.ts'
import { StoreFault } from '../../http/store-fault.ts'
import { html, type Html, type Part } from '../../markup/html.ts'
import { inspectedFile, inspectorAddress, type InspectorPage } from './inspector.ts'
import { table } from '../table.ts'

const picture = /\.(?:png|jpe?g|gif|webp|avif|svg)$/i

function size(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`
  return bytes < 1_000_000 ? `${(bytes / 1_000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}

function row(path: string, { name, blob, modified }: FileNode): readonly Part[] {
  const own = path === '' ? name : `${path}/${name}`
  const time = new Date(modified).toISOString().replace('T', ' ').slice(0, 19)
  if (blob === null) return ['', html`<a href="${inspectorAddress('files', { path: own })}">${name}/</a>`, '', time, '']
  const thumb = picture.test(name)
    ? html`<img class="thumb" src="${inspectedFile(own)}" alt="" loading="lazy" width="40" height="40" />`
    : ''
  return [thumb, html`<a href="${inspectedFile(own)}">${name}</a>`, size(blob.size), time, html`<code>${blob.sha256.slice(0, 12)}</code>`]
}

function way(path: string): Html {
  const names = path.split('/').filter((name) => name !== '')
  return html`<h2>
    <a href="${inspectorAddress('files')}">Files</a>${names.map(
      (name, at) => html` / <a href="${inspectorAddress('files', { path: names.slice(0, at + 1).join('/') })}">${name}</a>`,
    )}
  </h2>`
}

/** The files of the Files API, folder by folder. */
export const filesPage: InspectorPage = {
  name: 'files',
  title: 'Files',
  content: ({ sources, request }) => {
    const path = request.query.get('path') ?? ''
    const folder = sources.files.entry(path)
    if (folder === null || folder.blob !== null) throw new StoreFault(404, `${path} not found`)
    const members = sources.files.members(folder)
    return html`${way(path)}
      <p class="lead">${members.length} ${members.length === 1 ? 'entry' : 'entries'}.</p>
      ${table({
        label: 'Files',
        head: ['', 'Name', 'Size', 'Modified (UTC)', 'sha256'],
        rows: members.slice(0, 1_000).map((member) => row(path, member)),
        empty: 'This folder is empty.',
      })}
      ${members.length > 1_000 && html`<p>Only the first 1,000 entries are shown.</p>`}`
  },
}
