import { OperationalError } from '../errors.ts'

/** Throws `wrong-usage` for a version of Node that is older than the package declares: npm only warns of it, and calls fail in odd places. */
export function checkNode(version: string): void {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > 24 || (major === 24 && minor >= 15)) return
  throw new OperationalError('wrong-usage', `planogram needs Node 24.15 or newer; this is Node ${version}.`, {
    fix: 'Install Node 24 or newer.',
  })
}
