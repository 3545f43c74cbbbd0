/** Where a value is not plain data, as paths: accessors, functions, `undefined`, numbers that JSON cannot print, and objects of any class. */
export function notPlain(value: unknown, path = '$'): string[] {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return []
  if (typeof value === 'number') return Number.isFinite(value) ? [] : [`${path} is ${value}`]
  if (typeof value !== 'object') return [`${path} is a ${typeof value}`]
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== (Array.isArray(value) ? Array.prototype : Object.prototype)) return [`${path} is a ${value.constructor.name}`]
  return Reflect.ownKeys(value).flatMap((name) => {
    const property = Object.getOwnPropertyDescriptor(value, name)
    const at = `${path}.${String(name)}`
    if (Array.isArray(value) && name === 'length') return []
    if (typeof name === 'symbol' || property?.enumerable !== true) return [`${at} is hidden`]
    return 'value' in property ? notPlain(property.value, at) : [`${at} is an accessor`]
  })
}
