import { z } from 'zod'

const count = z.int().min(0)
const fromOne = z.int().min(1)

const place = z.strictObject({
  file: z.string().describe('Path from the catalogue root, with forward slashes.'),
  line: fromOne.describe('From 1. Meaningless for a picture or another file that is not text.'),
  column: fromOne.describe('From 1, in characters (code points).'),
  end: z.strictObject({ line: fromOne, column: fromOne }).describe('The position after the last character.'),
})

const counts = { errors: count, warnings: count }

const problem = z.strictObject({
  rule: z.string().describe('Id of the rule; docs/rules/<id>.md describes it.'),
  severity: z.enum(['error', 'warning']),
  message: z.string().describe('What is wrong, one sentence without a full stop.'),
  fix: z.string().nullable().describe('What to do; null where the message is enough.'),
  at: place,
  related: z
    .strictObject({ message: z.string(), at: place })
    .nullable()
    .describe('Another place that is part of the problem, such as the first definition.'),
})

const problemList = z.strictObject({
  format_version: z.literal(1),
  documents: count.describe('Documents that were read.'),
  pictures: count.describe('Pictures that documents name.'),
  errors: count.describe('How many of the problems are errors; with at least one, the exit code is 65.'),
  warnings: count,
  elsewhere: z
    .strictObject(counts)
    .nullable()
    .describe('Problems in files that were not named on the command line; null where the whole catalogue was checked.'),
  problems: z.array(problem).describe('By file and place.'),
})

/** The output of `planogram validate --format json`. */
export type ProblemList = z.infer<typeof problemList>

/** The JSON Schema of `ProblemList`, in the given draft. */
export function problemListSchema(draft: '7' | '2020-12'): z.core.JSONSchema.BaseSchema {
  const document = problemList.meta({
    title: 'Planogram problems',
    description: 'The output of `planogram validate --format json`. format_version increases when a reader must change.',
  })
  return z.toJSONSchema(document, { target: `draft-${draft === '7' ? '07' : draft}`, io: 'input', reused: 'inline' })
}
