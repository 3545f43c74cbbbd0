/** The version of this program; a test compares it with package.json. */
export const engineVersion = '0.1.0'
