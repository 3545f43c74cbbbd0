import { findResource, resources } from '../../src/resources/registry.ts'
import type { Resource } from '../../src/resources/resource.ts'
import { fieldListProofs } from '../contract/proofs/fields.ts'
import { countsOf, coverage } from '../contract/coverage.ts'
import type { Covered } from '../contract/coverage.ts'
import type { Proof } from '../contract/proof.ts'
import { proofRuns, rowOf } from '../contract/proof-runs.ts'

function cell(text: string): string {
  return text
    .replace(/\\/g, '\\\\')
    .replace(/\|/g, '\\|')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/\*/g, '\\*')
    .replace(/_/g, '\\_')
    .replace(/`/g, '')
}

/** The profiles in which a test keeps switches at their default, as a note behind its name. */
function keptNote(proof: Proof): string {
  const notes = proofRuns.filter((run) => run.proof === proof && run.kept.length > 0)
  const texts = notes.map(
    ({ profile, kept }) => `${profile} with the default of ${kept.map((name) => `${name}, ${rowOf(name).id}`).join(' and ')}`,
  )
  return texts.length > 0 ? ` (${texts.join('; ')})` : ''
}

/** The tests of a statement. The one that asks for every field of a resource stands above the table. */
function behind({ proofs, assumptions, background }: Covered): string {
  const own = proofs.filter((proof) => !fieldListProofs.includes(proof))
  const tests = own.map((proof) => cell(`${proof.name}${keptNote(proof)}`))
  const rows = assumptions.length > 0 ? [`open, assumed: ${assumptions.join(', ')}`] : []
  return [...tests, ...rows].join('<br>') || `nothing to prove: ${background ?? ''}`
}

function kindOf(field: string): string {
  const [heading = '', name = ''] = field.split('.')
  const declared = findResource(heading)?.fields[name]
  if (!declared) return 'text'
  const more = declared.kind === 'choice' ? `: ${declared.values.filter((value) => value !== '').join(', ')}` : ''
  const limit = declared.kind === 'text' && declared.maxLength !== undefined ? `, at most ${declared.maxLength} characters` : ''
  return `${declared.kind}${more}${limit}${declared.required ? ', required' : ''}`
}

/** What the document says of a field, without its name. */
function meaningOf({ statement }: Covered): string {
  return statement.text.split(' | ').slice(1).join('; ')
}

function sectionLines(section: readonly string[], covered: readonly Covered[]): string[] {
  const fields = covered.filter(({ statement }) => statement.field !== undefined)
  const others = covered.filter(({ statement }) => statement.field === undefined)
  const level = '#'.repeat(Math.max(2, section.length + 1))
  const lines = [`${level} ${section.at(-1) ?? 'The document'}`, '']
  if (fields.length > 0) {
    const [all] = fieldListProofs.filter(({ proves }) => proves.includes(fields[0]?.statement.field ?? ''))
    lines.push(`All of them: ${all?.name ?? ''}.`, '')
    lines.push('| field | kind | platform.md | test |', '|---|---|---|---|')
    lines.push(
      ...fields.map((one) => {
        const field = one.statement.field ?? ''
        return `| ${cell(field.split('.')[1] ?? '')} | ${cell(kindOf(field))} | ${cell(meaningOf(one))} | ${behind(one)} |`
      }),
    )
    lines.push('')
  }
  if (others.length > 0) {
    lines.push('| platform.md | test |', '|---|---|')
    lines.push(...others.map((one) => `| ${cell(one.statement.text)} | ${behind(one)} |`), '')
  }
  return lines
}

function keyText({ key, identity }: Resource): string {
  if (key === null) return 'none shown'
  return identity === 'assigned' ? `${key}, given by the store` : key
}

function resourceLines(): string[] {
  return [
    '## Resources',
    '',
    '| resource | also written | element | key | fields |',
    '|---|---|---|---|---|',
    ...resources.map((resource) => {
      const { name, aliases, node, fields } = resource
      const assumed = resource.assumed === undefined ? '' : ` (assumed: ${resource.assumed})`
      return `| ${name} | ${aliases.join(', ')} | ${node} | ${cell(keyText(resource))} | ${Object.keys(fields).length}${assumed} |`
    }),
    '',
  ]
}

function assumedFieldLines(): string[] {
  const assumed = resources.flatMap(({ name, fields }) => Object.entries(fields).map(([field, declared]) => ({ name, field, declared })))
  const rows = assumed.filter(({ declared }) => declared.assumed !== undefined)
  return [
    '## Fields that platform.md does not show',
    '',
    '| field | meaning here | row |',
    '|---|---|---|',
    ...rows.map(({ name, field, declared }) => `| ${cell(`${name}.${field}`)} | ${cell(declared.doc)} | ${declared.assumed} |`),
    '',
  ]
}

function profileLines({ profiles, tests }: ReturnType<typeof countsOf>): string[] {
  const kept = proofRuns.flatMap((run) => run.kept.map((name) => ({ ...run, name })))
  return [
    '| profile | tests | statements proved | of these only with a switch at its default |',
    '|---|---|---|---|',
    ...profiles.map(({ profile, proved, keeping }) => `| ${profile} | ${tests} | ${proved} | ${keeping} |`),
    '',
    'A profile decides what platform.md does not show, and nothing else. These tests look at such a thing, so one switch keeps its default:',
    '',
    '| test | profile | switch | why this is no contradiction |',
    '|---|---|---|---|',
    ...kept.map(({ proof, profile, name }) => {
      const { id, gap } = rowOf(name)
      return `| ${cell(proof.name)} | ${profile} | ${name} | ${id}, not shown: ${cell(gap)} |`
    }),
    '',
    'In every profile a read waits until it sees the writes before it (W38), and an answer is compared as far as platform.md determines it:',
    'the spelling of numbers (W23), empty elements (W22), keys that were not asked for (R14) and the aliases of nodes (R16) do not count.',
    '',
  ]
}

/** `docs/api.md`: everything that platform.md says, with the test that proves it. */
export function apiPage(): string {
  const all = coverage()
  const counts = countsOf(all)
  const { statements, fields, assumed, background } = counts
  const sections = [...Map.groupBy(all, ({ statement }) => statement.section.join('\n')).values()]
  return [
    '# The API, and what proves it',
    '',
    `Everything that platform.md says, in its words and its order: ${statements} statements, ${fields} of them fields.`,
    `All that can be proved are proved in each profile of the emulator; ${assumed} say only that something is not shown, which a row of the assumptions then decides, and ${background} hold`,
    'nothing that a request could prove.',
    '',
    ...profileLines(counts),
    'A test is named as in `test/contract/platform.test.ts`. With `CONTRACT_URL` (the base address of a store) and `CONTRACT_KEY` set, the tests that only read run against that store:',
    '`CONTRACT_URL=https://shop.example CONTRACT_KEY=... npm test -- test/contract/platform.test.ts`.',
    'They never write there, and they print which assumptions that store confirms and which it refutes.',
    '',
    'What is assumed is in [assumptions.md](assumptions.md), row by row. This page is generated: `npm run generate`.',
    '',
    ...resourceLines(),
    ...sections.flatMap((covered) => sectionLines(covered[0]?.statement.section ?? [], covered)),
    ...assumedFieldLines(),
  ].join('\n')
}
