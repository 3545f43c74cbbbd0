import { assumptions, type Switches, switchesWith } from './assumptions.ts'

/**
 * `strict`: refuses everything that platform.md does not show. `hostile`: every switch at its second value, at once, so
 * that nothing can depend on a default.
 */
export const profileNames = ['default', 'strict', 'hostile'] as const

export type Profile = (typeof profileNames)[number]

const strict: Partial<Switches> = {
  pricingRules: 'reject',
  links: 'error',
  references: 'reject',
  deletes: 'shown',
  results: 'reject',
  longestUrl: '8000',
  dirDelete: '403',
}

function isSwitchName(name: string): name is keyof Switches {
  return Object.hasOwn(assumptions, name)
}

/** Whether these are switches that exist, each with a value that it has. */
export function areSwitches(given: Readonly<Record<string, unknown>>): given is Partial<Switches> {
  return Object.entries(given).every(([name, value]) => {
    if (!isSwitchName(name) || typeof value !== 'string') return false
    const values: readonly string[] = assumptions[name].values
    return values.includes(value)
  })
}

function hostile(): Partial<Switches> {
  const second = Object.fromEntries(Object.entries(assumptions).map(([name, { values }]) => [name, values[1]]))
  return areSwitches(second) ? second : {}
}

/** The switches of a profile, with some turned by hand. */
export function profileSwitches(profile: Profile, turned: Partial<Switches> = {}): Switches {
  switch (profile) {
    case 'default':
      return switchesWith(turned)
    case 'strict':
      return switchesWith({ ...strict, ...turned })
    case 'hostile':
      return switchesWith({ ...hostile(), ...turned })
    default:
      return profile satisfies never
  }
}
