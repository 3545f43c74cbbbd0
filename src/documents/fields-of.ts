import type { z } from 'zod'
import { invariant } from '../errors.ts'
import type { Field } from '../resources/field.ts'
import type { FieldName, Resource } from '../resources/resource.ts'
import { type FieldHelp, fieldHelp } from './field-help.ts'
import { choiceOf } from './choice-of.ts'
import { flag, ownDecimal, ownInteger, ownPrice, ownTimestamp, picturePath, text } from './scalar-schemas.ts'

type FieldSchema = z.ZodType<string>

/** The schemas of some fields of a resource, each optional, with the help of `fieldHelp` or the description of the declaration. */
export function fieldsOf<R extends Resource, N extends FieldName<R>>(
  resource: R,
  ...names: readonly N[]
): Readonly<Record<N, z.ZodOptional<FieldSchema>>> {
  const shape: Record<string, z.ZodOptional<FieldSchema>> = {}
  for (const name of names) {
    const field = resource.fields[name]
    invariant(field, `${resource.name} has no field ${name}`)
    shape[name] = schemaOfField(name, field, fieldHelp[resource.name]?.[name]).optional()
  }
  invariant(hasAll(shape, names), 'every field got its schema')
  return shape
}

function hasAll<N extends string, T>(shape: Readonly<Record<string, T>>, names: readonly N[]): shape is Readonly<Record<N, T>> {
  return names.every((name) => name in shape)
}

function schemaOfField(name: string, field: Field, help: FieldHelp | undefined): FieldSchema {
  const about = aboutOf(field, help)
  switch (field.kind) {
    case 'text':
      return text.meta({
        ...about,
        type: ['string', 'number', 'boolean'],
        ...(field.maxLength === undefined ? {} : { maxLength: field.maxLength }),
      })
    case 'choice':
      return choiceOf(field.values).meta({ ...about, enum: field.values })
    case 'flag':
      return flag.meta({ ...about, type: 'boolean' })
    case 'integer':
      return ownInteger.meta({ ...about, type: ['integer', 'string'] })
    case 'decimal':
      return (name === 'price' ? ownPrice : ownDecimal).meta({ ...about, type: ['number', 'string'] })
    case 'timestamp':
      return ownTimestamp.meta({ ...about, type: 'string' })
    case 'file':
      return picturePath.meta({ ...about, type: 'string' })
    default:
      return field satisfies never
  }
}

function aboutOf({ doc, deprecated }: Field, help: FieldHelp | undefined): Readonly<Record<string, unknown>> {
  const { description = doc, examples, choices } = help ?? {}
  return {
    description,
    ...(examples === undefined ? {} : { examples: [...examples] }),
    ...(choices === undefined ? {} : { enumDescriptions: [...choices] }),
    ...(deprecated ? { deprecated: true, deprecationMessage: description } : {}),
  }
}
