const secrets = /([?&](?:_key|code|password|access_token)=)[^&#]*/gi

/** A raw request target with the values of secret parameters replaced by `***`. */
export function maskSecrets(target: string): string {
  return target.replace(secrets, '$1***')
}
