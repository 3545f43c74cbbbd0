/** The formats of a plan; the first is the default. */
export const planFormats = ['text', 'json', 'markdown', 'github', 'gitlab', 'junit'] as const
