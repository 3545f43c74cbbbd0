/** What functions of the tester have thrown. The store goes on as if they had returned, and its `close` throws the first error. */
export interface TesterErrors {
  /** Calls such a function, and waits for what it returns. Never rejects. */
  run(act: () => void | Promise<void>): Promise<void>
  /** The same for one that is not waited for. Never throws. */
  call(act: () => void): void
  /** Throws the first error, once. */
  rethrow(): void
}

/** No errors so far. */
export function openTesterErrors(): TesterErrors {
  const errors: unknown[] = []
  return {
    async run(act) {
      try {
        await act()
      } catch (error) {
        errors.push(error)
      }
    },
    call(act) {
      try {
        act()
      } catch (error) {
        errors.push(error)
      }
    },
    rethrow() {
      for (const error of errors.splice(0)) throw error
    },
  }
}
