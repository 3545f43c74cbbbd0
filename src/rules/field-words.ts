import type { DesiredRecord } from '../records/desired.ts'
import { resourceOf } from '../resources/registry.ts'

/** A field of a record as messages name it: "the title of product TEE", "the stock_message of stock record TEE". */
export function fieldWords({ resource, fields }: DesiredRecord, field: string): string {
  const { key, noun } = resourceOf(resource)
  const code = (key === null ? undefined : fields[key]) ?? fields['sku'] ?? fields['cat_code'] ?? ''
  return `the ${field} of ${noun.one} ${code}`.trimEnd()
}
