import { schemaText } from '../../documents/json-schema.ts'
import { jsonSchemas } from '../../documents/published-schemas.ts'
import type { Answers } from './answers.ts'
import { configText } from './config-text.ts'
import { exampleDocuments } from './example-documents.ts'
import { workflowText } from './workflow-text.ts'

/** Where a catalogue is begun. */
export interface StarterPlace {
  /** The way from the catalogue to the top of its repository: `''`, `../` ... */
  readonly toRepository: string
  /** The way back: `''` where they are the same. */
  readonly fromRepository: string
  /** True where a catalogue is there already: then nothing of ours comes among its documents. */
  readonly hasCatalogue: boolean
}

/** The files of a new catalogue by path from its root, in the order in which a person would look at them. */
export function starterFiles(answers: Answers, { toRepository, fromRepository, hasCatalogue }: StarterPlace): ReadonlyMap<string, string> {
  const files = new Map<string, string>([['planogram.yaml', configText(answers)]])
  if (answers.example && !hasCatalogue) for (const [path, text] of Object.entries(exampleDocuments)) files.set(path, text)
  for (const [name, schema] of Object.entries(jsonSchemas())) files.set(`schemas/${name}`, schemaText(schema))
  files.set('.gitignore', ignored)
  if (answers.workflow) files.set(`${toRepository}.github/workflows/planogram.yml`, workflowText(answers, fromRepository))
  if (answers.vscode) files.set(settingsFile, editorSettings)
  return files
}

const ignored = `# The state of this machine and the embedded store; plans are made anew.
.planogram/
plan.json
`

/** Where VS Code looks for the settings of a folder. */
export const settingsFile = '.vscode/settings.json'

const settings = { 'yaml.customTags': ['!remove scalar', '!replace mapping'], 'yaml.format.enable': false }

/** The setting without which the YAML plug-in does not know the tags of overlays, as a line of JSON. */
export const editorTags: string = `"yaml.customTags": ${JSON.stringify(settings['yaml.customTags'])}`

/** Tags have to be named to the YAML plug-in; its own formatter would undo what `fmt` does. */
const editorSettings = `${JSON.stringify(settings, null, 2)}\n`
