import type { ShownAdministrator } from '../emulator/administration/administrator.ts'

/** The user and the generated password of the administration tool; a password that was given is not printed. */
export function loginLine(administrator: ShownAdministrator | null): string | null {
  return administrator?.password ? `login  ${administrator.user} ${administrator.password}` : null
}
