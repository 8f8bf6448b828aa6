import { execFileSync } from 'node:child_process'
import { UpgradeError } from './upgrade-error.ts'

/** The files that belong to the author of a fork: an upgrade from another repository never touches them. */
const OWN_PATHS = ['content', 'site.config.ts']
/** The name of the remote repository that a fork takes upgrades from. */
const UPSTREAM = 'upstream'

/** Runs git in a folder. @returns its output @throws {UpgradeError} with what git has printed */
export function git(folder: string, ...args: string[]): string {
  try {
    return execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()
  } catch (error) {
    const { stderr = '' } = error as { stderr?: string }
    throw new UpgradeError(`git ${args[0]} has failed: ${stderr.trim() || String(error)}`)
  }
}

/**
 * Fetches the new version: the branch that this one follows, or the branch main of another repository.
 * @param from the address of the other repository; the one of the last time by default
 * @returns the commit, and whether it comes from another repository
 */
export function fetchVersion(folder: string, from?: string): { commit: string; isUpstream: boolean } {
  const remotes = git(folder, 'remote').split('\n')
  if (from !== undefined) git(folder, 'remote', remotes.includes(UPSTREAM) ? 'set-url' : 'add', UPSTREAM, from)
  if (from !== undefined || remotes.includes(UPSTREAM)) {
    git(folder, 'fetch', '--quiet', UPSTREAM, 'main')
    return { commit: git(folder, 'rev-parse', 'FETCH_HEAD'), isUpstream: true }
  }
  try {
    git(folder, 'fetch', '--quiet')
    return { commit: git(folder, 'rev-parse', '@{upstream}'), isUpstream: false }
  } catch {
    throw new UpgradeError(
      'This branch follows none of another repository. Name the one that has the new version: npm run upgrade -- --from https://…',
    )
  }
}

export const headOf = (folder: string): string => git(folder, 'rev-parse', 'HEAD')

/** Moves the branch to another commit, with the commits that it has had since. @throws {UpgradeError} when they conflict */
export function moveCommits(folder: string, { from, to }: { from: string; to: string }): void {
  if (headOf(folder) === from) return void git(folder, 'reset', '--quiet', '--keep', to)
  try {
    git(folder, ...identityFor(folder), 'rebase', '--quiet', '--onto', to, from)
  } catch (error) {
    git(folder, 'rebase', '--abort')
    throw error
  }
}

/** Whether the folder has all of a version already. */
export function hasVersion(folder: string, commit: string): boolean {
  return git(folder, 'rev-list', '--count', `HEAD..${commit}`) === '0'
}

/**
 * Merges a version into a checkout. From another repository, everything but the author's own files.
 * @throws {UpgradeError} with the files that both sides have changed
 */
export function mergeVersion(folder: string, { commit, isUpstream }: { commit: string; isUpstream: boolean }): void {
  const author = identityFor(folder)
  try {
    git(folder, ...author, 'merge', '--quiet', '--no-commit', commit)
  } catch (error) {
    // Without conflicts, git has refused to begin.
    if (conflictsIn(folder).length === 0) throw error
  }
  if (isUpstream) {
    git(folder, 'reset', '--quiet', 'HEAD', '--', ...OWN_PATHS)
    git(folder, 'restore', '--', ...OWN_PATHS)
    git(folder, 'clean', '--quiet', '--force', '-d', '--', ...OWN_PATHS)
  }
  const conflicts = conflictsIn(folder)
  if (conflicts.length > 0) {
    throw new UpgradeError(
      `You and the new version have changed the same lines of ${conflicts.join(', ')}. Merge them by hand (git merge ${commit.slice(0, 12)}), commit, and start again.`,
    )
  }
  if (isMerging(folder))
    git(folder, ...author, 'commit', '--quiet', '--no-verify', '-m', `Upgrade to ${commit.slice(0, 12)}`)
}

const conflictsIn = (folder: string): string[] =>
  git(folder, 'diff', '--name-only', '--diff-filter=U').split('\n').filter(Boolean)

function isMerging(folder: string): boolean {
  try {
    git(folder, 'rev-parse', '--verify', '--quiet', 'MERGE_HEAD')
    return true
  } catch {
    return false
  }
}

/** Returns the flags that name an author of commits, when git knows none. */
function identityFor(folder: string): string[] {
  try {
    git(folder, 'config', 'user.email')
    return []
  } catch {
    return ['-c', 'user.name=Upgrade', '-c', 'user.email=upgrade@localhost']
  }
}
