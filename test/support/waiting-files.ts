/**
 * Files whose tests wait for most of their time: for processes that they start, browsers, terminals or clocks. Not among them are those that
 * measure times themselves.
 */
export const waitingFiles: readonly string[] = [
  'test/browser/*.test.ts',
  'test/ci/github.test.ts',
  'test/cli/{code-cache,completion,embedded-owner,emulator,interrupt,keys,loads,readme,resume,review-terminal,streams}.test.ts',
  'test/editor/language-server.test.ts',
  'test/faults/killed-process.test.ts',
  'test/package/{older-node,tarball}.test.ts',
  'test/security/{cross-site,uploaded-documents}.test.ts',
  'test/unit/emulator/{full-disk,kill}.test.ts',
  'test/unit/emulator/faults/{fault-actions,late-commit}.test.ts',
  'test/unit/emulator/files/rclone.test.ts',
  'test/unit/emulator/webhooks/{deliveries,retries}.test.ts',
  'test/unit/git/unknown-commit.test.ts',
  'test/unit/plan/plan-memory.test.ts',
  'test/unit/store/{errors,slow-uploads,store-files}.test.ts',
]
