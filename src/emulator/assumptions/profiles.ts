import { OperationalError } from '../../errors.ts'
import { assumptions, type Switches, switchesWith } from './switches.ts'

/**
 * `strict`: refuses everything that docs/api.md does not show. `hostile`: every switch has its second value, so that no client can
 * depend on a default. No profile uses a value that contradicts docs/api.md.
 */
export const profileNames = ['default', 'strict', 'hostile'] as const

/** The name of a profile of an emulator. */
export type Profile = (typeof profileNames)[number]

const strict: Partial<Switches> = {
  links: 'error',
  references: 'reject',
  deletes: 'shown',
  results: 'reject',
  longestUrl: '4096',
  dirDelete: '403',
}

function isSwitchName(name: string): name is keyof Switches {
  return Object.hasOwn(assumptions, name)
}

/** True if all of these are existing switches with valid values. */
export function areSwitches(given: Readonly<Record<string, unknown>>): given is Partial<Switches> {
  return Object.entries(given).every(([name, value]) => {
    if (!isSwitchName(name) || typeof value !== 'string') return false
    const values: readonly string[] = assumptions[name].values
    return values.includes(value)
  })
}

function wrongSwitch(name: string, value: unknown): OperationalError {
  if (!isSwitchName(name)) {
    return new OperationalError('wrong-usage', `There is no switch ${JSON.stringify(name.slice(0, 60))}.`, {
      fix: `Use one of: ${Object.keys(assumptions).join(', ')}.`,
    })
  }
  return new OperationalError('wrong-usage', `The switch ${name} has no value ${JSON.stringify(String(value).slice(0, 60))}.`, {
    fix: `Use one of: ${assumptions[name].values.join(', ')}.`,
  })
}

/** Switches by their names, checked. Fails with `wrong-usage` for a name or a value that does not exist. */
export function checkSwitches(given: Readonly<Record<string, unknown>>): Partial<Switches> {
  if (areSwitches(given)) return given
  const [name = '', value] = Object.entries(given).find(([each, text]) => !areSwitches({ [each]: text })) ?? []
  throw wrongSwitch(name, value)
}

function hostile(): Partial<Switches> {
  const open = Object.entries(assumptions).filter(([, assumption]) => !('contradicts' in assumption))
  const second = Object.fromEntries(open.map(([name, { values }]) => [name, values[1]]))
  return areSwitches(second) ? second : {}
}

function unknownProfile(profile: never): OperationalError {
  return new OperationalError('wrong-usage', `There is no profile ${JSON.stringify(String(profile).slice(0, 60))}.`, {
    fix: `Use one of: ${profileNames.join(', ')}.`,
  })
}

/** The switches of a profile, with some changed. Fails with `wrong-usage` for one that does not exist. */
export function profileSwitches(profile: Profile, changed: Partial<Switches> = {}): Switches {
  switch (profile) {
    case 'default':
      return switchesWith(changed)
    case 'strict':
      return switchesWith({ ...strict, ...changed })
    case 'hostile':
      return switchesWith({ ...hostile(), ...changed })
    default:
      throw unknownProfile(profile)
  }
}
