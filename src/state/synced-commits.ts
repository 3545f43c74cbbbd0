import type { WriteAheadLog } from './write-ahead-log.ts'

/** Commits on their way to the disk, in their order. */
export interface SyncedCommits<Commit> {
  /** Takes a commit that SQLite has made. */
  readonly add: (commit: Commit) => void
  readonly isUnderWay: () => boolean
  /** Resolves once none is under way. */
  readonly idle: () => Promise<void>
}

/** What becomes of a commit. */
export interface CommitEnds<Commit> {
  /** It is on disk. */
  readonly settle: (commit: Commit) => void
  /** It is not, or one before it is not: after a sync that failed, the next one reports nothing. */
  readonly fail: (commit: Commit, error: unknown) => void
  /** Called after each sync; what it commits is synced next. */
  readonly afterSync: () => void
}

/** Opens the way to the disk: one sync at a time, for all commits since the last one. */
export function openSyncedCommits<Commit>({ sync }: WriteAheadLog, { settle, fail, afterSync }: CommitEnds<Commit>): SyncedCommits<Commit> {
  let waiting: Commit[] = []
  let underWay: Promise<void> | null = null
  let failure: { readonly error: unknown } | null = null

  async function syncWaiting(): Promise<void> {
    while (waiting.length > 0) {
      const commits = waiting
      waiting = []
      try {
        if (!failure) await sync()
      } catch (error) {
        failure = { error }
      }
      for (const commit of commits) {
        if (failure) fail(commit, failure.error)
        else settle(commit)
      }
      afterSync()
    }
    underWay = null
  }

  return {
    add(commit) {
      waiting.push(commit)
      underWay ??= syncWaiting()
    },
    isUnderWay: () => underWay !== null,
    async idle() {
      await underWay
    },
  }
}
