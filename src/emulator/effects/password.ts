import { randomBytes, scrypt, scryptSync } from 'node:crypto'
import type { IncomingRecord } from '../data-api/body-parser.ts'
import type { Statements } from '../database/statements.ts'

/** Cheap on purpose (about 2 ms): it keeps the passwords of a test double out of plain sight, in batches of thousands. */
const cost = { N: 1024, r: 8, p: 1 } as const
const bytes = 32

const hashShape = /^\$scrypt\$ln=10,r=8,p=1\$[A-Za-z0-9_-]{22}\$[A-Za-z0-9_-]{43}$/

function formatHash(salt: Buffer, hash: Buffer): string {
  return `$scrypt$ln=10,r=8,p=1$${salt.toString('base64url')}$${hash.toString('base64url')}`
}

async function hashed(password: string): Promise<string> {
  const salt = randomBytes(16)
  return new Promise((resolve, reject) => {
    scrypt(password, salt, bytes, cost, (error, hash) => (error ? reject(error) : resolve(formatHash(salt, hash))))
  })
}

/** True where the record names a customer whose stored hash is exactly this text. */
function isStored(statements: Statements, username: string, text: string): boolean {
  return statements.cell('SELECT password FROM "Customer" WHERE username = ?', [username]) === text
}

/**
 * The record with the passwords of customers hashed (platform.md, "Customer"). The stored hash posted back, as a client does
 * that writes what it has read, stays as it is; every other text is a password, also one that looks like a hash.
 * `key`: the user name in the address of a PUT.
 */
export async function withHashedPasswords(record: IncomingRecord, statements: Statements, key?: string): Promise<IncomingRecord> {
  const children = await Promise.all(record.children.map((child) => withHashedPasswords(child, statements)))
  const password = record.resource.name === 'Customer' ? (record.fields.get('password') ?? '') : ''
  if (password === '' || isStored(statements, key ?? record.fields.get('username') ?? '', password)) return { ...record, children }
  const fields = new Map(record.fields).set('password', await hashed(password))
  return { ...record, fields, children }
}

/** The stored form of a password that is seeded: a hash of ours stays, so that a snapshot of records can be put back. */
export function seededPassword(text: string): string {
  if (text === '' || hashShape.test(text)) return text
  const salt = randomBytes(16)
  return formatHash(salt, scryptSync(text, salt, bytes, cost))
}
