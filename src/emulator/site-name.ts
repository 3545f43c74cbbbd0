/** True for the name of a site: one folder of the Files API that needs no encoding in an address. */
export function isSiteName(text: string): boolean {
  return /^\w[\w.-]{0,99}$/.test(text)
}

/** What a site name is, for messages. */
export const siteNameHelp = 'Give a name of letters from a to z, digits, -, _ and dots that starts with a letter, digit or _, such as shop.'
