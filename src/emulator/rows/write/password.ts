import { randomBytes, scrypt, scryptSync } from 'node:crypto'
import type { Statements } from '../../database/statements.ts'
import type { IncomingRecord } from '../row-context.ts'

/** Fast on purpose (about 2 ms): it hides the passwords of a test double, in batches of thousands. */
const cost = { N: 1024, r: 8, p: 1 } as const
const bytes = 32

const hashShape = /^\$scrypt\$ln=10,r=8,p=1\$[A-Za-z0-9_-]{22}\$[A-Za-z0-9_-]{43}$/

/** True for a field whose values are stored hashed (platform.md, "Customer"). */
export function isPassword(resource: string, field: string): boolean {
  return resource === 'Customer' && field === 'password'
}

function formatHash(salt: Buffer, hash: Buffer): string {
  return `$scrypt$ln=10,r=8,p=1$${salt.toString('base64url')}$${hash.toString('base64url')}`
}

async function hashed(password: string): Promise<string> {
  const salt = randomBytes(16)
  return new Promise((resolve, reject) => {
    scrypt(password, salt, bytes, cost, (error, hash) => (error ? reject(error) : resolve(formatHash(salt, hash))))
  })
}

/** True if the stored hash of this customer is exactly this text. */
function isStored(statements: Statements, username: string, text: string): boolean {
  return statements.cell('SELECT password FROM "Customer" WHERE username = ?', [username]) === text
}

/**
 * The record with the passwords of customers hashed (platform.md, "Customer"). The stored hash posted back, by a client that writes what
 * it has read, is kept; every other text is a password, even if it looks like a hash. `key`: the user name in the address of a PUT.
 */
export async function withHashedPasswords(record: IncomingRecord, statements: Statements, key?: string): Promise<IncomingRecord> {
  const children = await Promise.all(record.children.map((child) => withHashedPasswords(child, statements)))
  const password = isPassword(record.resource.name, 'password') ? (record.fields.get('password') ?? '') : ''
  if (password === '' || isStored(statements, key ?? record.fields.get('username') ?? '', password)) return { ...record, children }
  const fields = new Map(record.fields).set('password', await hashed(password))
  return { ...record, fields, children }
}

/** The stored form of a seeded password. A hash in our format is kept, so that records that were read can be seeded again. */
export function seededPassword(text: string): string {
  if (text === '' || hashShape.test(text)) return text
  const salt = randomBytes(16)
  return formatHash(salt, scryptSync(text, salt, bytes, cost))
}
