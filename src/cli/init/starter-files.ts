import { schemaText } from '../../documents/json-schema.ts'
import { jsonSchemas } from '../../documents/published-schemas.ts'
import type { Answers } from './answers.ts'
import { configText } from './config-text.ts'
import { exampleDocuments } from './example-documents.ts'
import { workflowFile } from './workflow-scope.ts'
import type { WorkflowStore } from './workflow-store.ts'
import { workflowText } from './workflow-text.ts'

/** Where a catalogue is created. */
export interface StarterPlace {
  /** The path from the catalogue to the root of its repository: `''`, `../` ... */
  readonly toRepository: string
  /** The path back: `''` where they are the same folder. */
  readonly fromRepository: string
  /** True where the folder already has a catalogue: then no example documents are written. */
  readonly hasCatalogue: boolean
  /** The stores that the workflow plans and applies. */
  readonly stores: readonly WorkflowStore[]
}

/** The files of a new catalogue, by path from its root, in the order in which a person reads them. */
export function starterFiles(answers: Answers, place: StarterPlace): ReadonlyMap<string, string> {
  const { fromRepository, hasCatalogue, stores } = place
  const files = new Map<string, string>([['planogram.yaml', configText(answers)]])
  if (answers.example && !hasCatalogue) for (const [path, text] of Object.entries(exampleDocuments)) files.set(path, text)
  for (const [name, schema] of Object.entries(jsonSchemas())) files.set(`schemas/${name}`, schemaText(schema))
  files.set('.gitignore', ignored)
  if (answers.workflow)
    files.set(
      `${place.toRepository}${workflowFile(fromRepository)}`,
      workflowText({ stores, folder: fromRepository, package: answers.package }),
    )
  if (answers.vscode) files.set(settingsFile, editorSettings)
  return files
}

const ignored = `# The state of this machine and the embedded store; plans are made again.
.planogram/
plan.json
`

/** The file from which VS Code reads the settings of a folder. */
export const settingsFile = '.vscode/settings.json'

const settings = { 'yaml.customTags': ['!remove scalar', '!replace mapping'], 'yaml.format.enable': false }

/** The setting that declares the tags of overlays to the YAML extension, as a line of JSON. */
export const editorTags: string = `"yaml.customTags": ${JSON.stringify(settings['yaml.customTags'])}`

/** Declares the tags of overlays; turns off the formatter of the YAML extension, which undoes what `fmt` does. */
const editorSettings = `${JSON.stringify(settings, null, 2)}\n`
