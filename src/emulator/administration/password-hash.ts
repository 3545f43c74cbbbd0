import { randomBytes, scrypt, scryptSync, timingSafeEqual } from 'node:crypto'

/** About 50 ms for each guess. A hash of a customer's password is cheaper, because customers are seeded by the thousand. */
const cost = { N: 16_384, r: 8, p: 1 } as const
const bytes = 32
const shape = /^\$scrypt\$ln=14,r=8,p=1\$([A-Za-z0-9_-]{22})\$([A-Za-z0-9_-]{43})$/

/** The hash of a password with a new salt: `$scrypt$ln=14,r=8,p=1$<salt>$<hash>`, both in base64url. */
export function hashPassword(password: string): string {
  const salt = randomBytes(16)
  const hash = scryptSync(password, salt, bytes, cost)
  return `$scrypt$ln=14,r=8,p=1$${salt.toString('base64url')}$${hash.toString('base64url')}`
}

/** True if the hash is that of the password; false for a text that is not a hash. Compares in constant time. */
export async function isPasswordOf(password: string, stored: string): Promise<boolean> {
  const [, salt = '', hash = ''] = shape.exec(stored) ?? []
  if (hash === '') return false
  return new Promise((resolve, reject) => {
    scrypt(password, Buffer.from(salt, 'base64url'), bytes, cost, (error, found) => {
      if (error) reject(error)
      else resolve(timingSafeEqual(found, Buffer.from(hash, 'base64url')))
    })
  })
}
