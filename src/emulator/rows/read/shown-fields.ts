import type { Fields, Resource } from '../../../resources/resource.ts'
import { maskAddresses } from '../../http/mask-secrets.ts'

/** A value of a field as it is shown without a key or a login: a secret is `***`, and so are user and query of a secret address. */
export function shownValue({ fields }: Pick<Resource, 'fields'>, name: string, value: string): string {
  const secret = fields[name]?.secret
  if (value === '' || secret === undefined) return value
  return secret === 'all' ? '***' : maskAddresses(value)
}

/** The values of a record as they are shown without a key or a login. */
export function shownFields(resource: Pick<Resource, 'fields'>, values: Fields): Fields {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, shownValue(resource, name, value)]))
}
