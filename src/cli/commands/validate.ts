import { setFlagsFromString } from 'node:v8'
import { rulePages } from '../../catalogue/rules/rule-pages.ts'
import { exitCodes } from '../../errors.ts'
import { problemsGithub } from '../../report/problem-github.ts'
import { problemsJson } from '../../report/problem-json.ts'
import { problemsSarif } from '../../report/problem-sarif.ts'
import { problemsText } from '../../report/problem-text.ts'
import { engineVersion } from '../engine-version.ts'
import type { GlobalOptions } from '../global-options.ts'
import { type ProgramOutput, programOutput } from '../program-output.ts'
import { type OpenCatalogue, readCatalogue } from '../read-catalogue.ts'
import { folderInRepository } from '../folder-in-repository.ts'
import type { Surroundings } from '../surroundings.ts'

/** `planogram validate`: every problem of the catalogue at once, for each store or the one that is named, offline; exit code 65 with an error among them. */
export async function validate(options: GlobalOptions, surroundings: Surroundings): Promise<number> {
  const output = programOutput(options, surroundings)
  // A large catalogue goes through in pieces: a small place for them, and collecting them early, cost little and save half of the memory.
  setFlagsFromString('--semi-space-growth-factor=1')
  setFlagsFromString('--heap-growing-percent=40')
  const catalogue = await readCatalogue(options, surroundings, { everyStore: options.store === undefined, checkOnly: true })
  await print(catalogue, { options, output, surroundings })
  return catalogue.problems.some(({ severity }) => severity === 'error') ? exitCodes.invalid : exitCodes.done
}

interface Printing {
  readonly options: GlobalOptions
  readonly output: ProgramOutput
  readonly surroundings: Surroundings
}

/** GitHub's commands are for annotations, which are few and lie elsewhere: the log gets the frames as well. */
async function print(found: OpenCatalogue, { options, output, surroundings }: Printing): Promise<void> {
  const { format, all } = options
  const { problems } = found
  const sources = { ...found, folder: folderInRepository(found.root, surroundings) }
  const most = all === true ? Infinity : undefined
  switch (format) {
    case 'json':
      return output.result(problemsJson(problems, sources))
    case 'github':
      await output.result(problemsGithub(problems, sources))
      return output.note(`${problemsText(problems, sources, { ...output.errorLook, most })}\n`)
    case 'sarif':
      return output.result(problemsSarif(problems, sources, { version: engineVersion, pages: rulePages }))
    case 'text':
    case undefined:
      return output.result(`${problemsText(problems, sources, { ...output.look, most })}\n`)
    default:
      return format satisfies never
  }
}
