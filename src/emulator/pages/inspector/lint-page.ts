import { type Finding, lintRules } from '../../lint/finding.ts'
import { lintStore } from '../../lint/lint-store.ts'
import { resourceOf } from '../../../resources/registry.ts'
import { html, type Part } from '../../markup/html.ts'
import { inspectorAddress, type InspectorPage, jsonLink } from './inspector.ts'
import { table } from '../table.ts'

const titles: Readonly<Record<Finding['rule'], string>> = {
  grid: 'Price grids with gaps or overlaps',
  reference: 'References to records that do not exist',
  slug: 'Slugs that several records have',
  picture: 'Missing pictures',
  'key-case': 'Keys that differ only by case or spaces',
  'shared-key': 'Variant codes that are also skus',
  'variant-options': 'Variants that no choice selects',
  value: 'Values without a clear meaning',
}

const mostShown = 500

function where({ resource, key }: Finding): Part {
  const { key: keyField, natural } = resourceOf(resource)
  if (resource === 'PricingAdvanced')
    return html`<a href="${inspectorAddress('records/PricingAdvanced', { field: 'sku', value: key })}">${key}</a>`
  return keyField === null || keyField !== natural[0] ? key : html`<a href="${inspectorAddress(`records/${resource}`, { key })}">${key}</a>`
}

/** The findings of lint, by rule. */
export const lintPage: InspectorPage = {
  name: 'lint',
  title: 'Lint',
  content: ({ sources }) => {
    const findings = lintStore(sources.context, sources.files)
    if (findings.length === 0)
      return html`<p class="lead">No findings: grids, references, slugs, pictures, keys and values are correct. ${jsonLink('lint')}</p>`
    return html`<p class="lead">
        ${findings.length} ${findings.length === 1 ? 'finding' : 'findings'}. The platform accepts all of them. ${jsonLink('lint')}
      </p>
      ${lintRules.map((rule) => {
        const own = findings.filter((finding) => finding.rule === rule)
        return (
          own.length > 0 &&
          html`<h2>${titles[rule]} <small>${own.length}</small></h2>
            ${table({
              label: titles[rule],
              head: ['Resource', 'Record', 'What'],
              rows: own.slice(0, mostShown).map((finding) => [finding.resource, where(finding), finding.message]),
              empty: '',
            })}`
        )
      })}`
  },
}
