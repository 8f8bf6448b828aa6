import { execFileSync } from 'node:child_process'
import { cpSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { programSources } from '../../build/fingerprint.ts'
import { UpgradeError } from './upgrade-error.ts'

/** The files that belong to the author of a fork: an upgrade from another repository never touches them. */
const OWN_PATHS = ['content', 'site.config.ts']
/**
 * Further files that `npm run new` changes or removes. These changes stay when an upgrade from another repository
 * conflicts with them.
 */
const ADAPTED_PATHS = /^(README\.md$|docs\/pictures\/)/
/** The name of the remote repository that a fork takes upgrades from. */
const UPSTREAM = 'upstream'

/** Runs git in a folder. @returns its output @throws {UpgradeError} with what git has printed */
export function runGit(folder: string, ...args: string[]): string {
  try {
    // Prints the names of files as they are. By default, git writes letters outside ASCII as octal numbers.
    const named = ['-c', 'core.quotePath=off', ...args]
    return execFileSync('git', named, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()
  } catch (error) {
    const { stderr = '' } = error as { stderr?: string }
    throw new UpgradeError(`git ${args[0]} has failed: ${stderr.trim() || String(error)}`)
  }
}

/**
 * Fetches the new version: the branch that the current branch follows, or the branch main of another repository.
 * @param from the URL of the other repository; by default the URL that was given last, if any
 * @returns the commit, and whether it comes from another repository
 */
export function fetchNewVersion(folder: string, from?: string): { commit: string; isUpstream: boolean } {
  const remotes = runGit(folder, 'remote').split('\n')
  if (from !== undefined) runGit(folder, 'remote', remotes.includes(UPSTREAM) ? 'set-url' : 'add', UPSTREAM, from)
  if (from !== undefined || remotes.includes(UPSTREAM)) {
    runGit(folder, 'fetch', '--quiet', UPSTREAM, 'main')
    return { commit: runGit(folder, 'rev-parse', 'FETCH_HEAD'), isUpstream: true }
  }
  try {
    runGit(folder, 'fetch', '--quiet')
    return { commit: runGit(folder, 'rev-parse', '@{upstream}'), isUpstream: false }
  } catch {
    throw new UpgradeError(
      'This branch follows none of another repository. Name the one that has the new version: npm run upgrade -- --from https://…',
    )
  }
}

export const readHeadCommit = (folder: string): string => runGit(folder, 'rev-parse', 'HEAD')

/**
 * Moves the branch from one commit to another, and keeps the commits that were added after `from`.
 * @throws {UpgradeError} when these commits conflict with the other commit
 */
export function rebaseCommits(folder: string, { from, to }: { from: string; to: string }): void {
  if (readHeadCommit(folder) === from) return void runGit(folder, 'reset', '--quiet', '--keep', to)
  try {
    runGit(folder, ...identityFor(folder), 'rebase', '--quiet', '--onto', to, from)
  } catch (error) {
    // A rebase that git has refused to begin needs no abort.
    if (hasReference(folder, 'REBASE_HEAD')) runGit(folder, 'rebase', '--abort')
    throw error
  }
}

/** Returns whether the current branch of the folder already contains all commits of a version. */
export function isVersionMerged(folder: string, commit: string): boolean {
  return runGit(folder, 'rev-list', '--count', `HEAD..${commit}`) === '0'
}

/**
 * Merges a version into a checkout.
 * @param isUpstream whether the version comes from the repository of the software; then the author's own files stay
 * @throws {UpgradeError} with the files that both sides have changed
 */
export function mergeVersion(folder: string, { commit, isUpstream }: { commit: string; isUpstream: boolean }): void {
  const author = identityFor(folder)
  try {
    const merge = [...author, 'merge', '--quiet', '--no-commit', commit]
    if (isUpstream) keepOwnLinesOfReadme(folder, (flags) => runGit(folder, ...flags, ...merge))
    else runGit(folder, ...merge)
  } catch (error) {
    // When there are no conflicts, git has failed for another reason before the merge.
    if (conflictsIn(folder).length === 0) throw error
  }
  if (isUpstream) {
    runGit(folder, 'reset', '--quiet', 'HEAD', '--', ...OWN_PATHS)
    runGit(folder, 'restore', '--', ...OWN_PATHS)
    runGit(folder, 'clean', '--quiet', '--force', '-d', '--', ...OWN_PATHS)
    for (const file of conflictsIn(folder))
      if (ADAPTED_PATHS.test(file) && !hasReference(folder, `HEAD:${file}`)) runGit(folder, 'rm', '--quiet', '--', file)
  }
  const conflicts = conflictsIn(folder)
  if (conflicts.length > 0) {
    throw new UpgradeError(
      `You and the new version have changed the same lines of ${conflicts.join(', ')}. Merge them by hand (git merge ${commit.slice(0, 12)}), commit, and start again.`,
    )
  }
  if (hasReference(folder, 'MERGE_HEAD'))
    runGit(folder, ...author, 'commit', '--quiet', '--no-verify', '-m', `Upgrade to ${commit.slice(0, 12)}`)
}

/** Runs a merge with flags that resolve conflicts in README.md in favour of the fork. */
function keepOwnLinesOfReadme(folder: string, merge: (flags: string[]) => void): void {
  const attributes = `${folder}.attributes`
  writeFileSync(attributes, '/README.md merge=own\n')
  try {
    merge(['-c', `core.attributesFile=${attributes}`, '-c', 'merge.own.driver=git merge-file --ours %A %O %B'])
  } finally {
    rmSync(attributes)
  }
}

/**
 * Copies source files that git does not track, such as a picture of a draft, into a checkout. A build of the checkout
 * without them would not be current, so the start would build the site again.
 */
export function copyUntrackedSources(folder: string, checkout: string): void {
  const files = runGit(folder, 'ls-files', '--others', '-z', '--', 'content', ...programSources)
  for (const file of files.split('\0').filter(Boolean))
    cpSync(path.join(folder, file), path.join(checkout, file), { recursive: true, force: false })
}

const conflictsIn = (folder: string): string[] =>
  runGit(folder, 'diff', '--name-only', '--diff-filter=U').split('\n').filter(Boolean)

/** @param name such as MERGE_HEAD, which git has during a merge, or HEAD:README.md for a file of a commit */
function hasReference(folder: string, name: string): boolean {
  try {
    runGit(folder, 'rev-parse', '--verify', '--quiet', name)
    return true
  } catch {
    return false
  }
}

/** Returns the flags that tell git the author of a commit; none when git has an author in its configuration. */
function identityFor(folder: string): string[] {
  try {
    runGit(folder, 'config', 'user.email')
    return []
  } catch {
    return ['-c', 'user.name=Upgrade', '-c', 'user.email=upgrade@localhost']
  }
}
