const form = /^version https:\/\/git-lfs\.github\.com\/spec\/v1\n(?:[^\n]*\n)*?oid sha256:([0-9a-f]{64})\n/

/** The sha256 of the file that a git LFS pointer stands for, lower-case hex; `null` for bytes that are no pointer. */
export function lfsPointer(bytes: Uint8Array): string | null {
  // The specification of git LFS limits a pointer to 1,024 bytes.
  if (bytes.length >= 1024) return null
  return form.exec(new TextDecoder().decode(bytes))?.[1] ?? null
}
