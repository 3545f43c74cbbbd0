const secrets = /([?&](?:_key|code|password|access_token)=)[^&#]*/gi

/** A raw target with the values of secret parameters replaced by `***`. */
export function blankSecrets(target: string): string {
  return target.replace(secrets, '$1***')
}
