import { type Answers, keyVariable } from './answers.ts'

/** The text of a new planogram.yaml. */
export function configText({ store, example }: Answers): string {
  const lines = store ? storeLines(store) : []
  return `# yaml-language-server: $schema=schemas/planogram.schema.json

# The config of this catalogue. Every other *.yaml file of the folder is a document of it.
stores:
  # The embedded store: no account, no network. Its data is in .planogram/emulator/ beside this file.
  local: { emulator: true }
${lines.join('')}
default_store: ${store && !example ? store.name : 'local'}
`
}

function storeLines({ name, baseUrl, filesUrl, site }: NonNullable<Answers['store']>): string[] {
  return [
    '\n  # The key comes from the environment: set this variable to an application key of the store. Never write the key here.\n',
    `  ${name}:\n`,
    `    base_url: ${baseUrl}\n`,
    ...(filesUrl === null ? [] : [`    files_url: ${filesUrl}\n`]),
    ...(site === null ? [] : [`    site_name: ${site}\n`]),
    `    key: \${${keyVariable(name)}}\n`,
    '    protected: true # apply asks for the name of the store\n',
  ]
}
