import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { FastifyBaseLogger } from 'fastify'
import type { PageCommit } from '#contract/authoring.ts'
import { Refusal } from '../../http/failures.ts'

const run = promisify(execFile)

const VERSIONS_MAX = 100
const PUSH_MS = 30_000
/** Separates the fields of a commit in the output of git. Neither names nor messages contain this character. */
const SEPARATOR = '\x1f'

interface GitClientOptions {
  /** Whether commits are pushed. */
  push: boolean
  log: Pick<FastifyBaseLogger, 'warn'>
}

interface Commit {
  /** The changed and deleted files of the page, as paths below the folder. */
  files: readonly string[]
  message: string
  author: { name: string; email: string }
}

/**
 * Creates the functions that commit, push and read pages by git. Does not create a git repository.
 * @param folder `content/` of the repository
 */
export function createPageGitClient(folder: string, { push, log }: GitClientOptions) {
  const git = async (args: readonly string[], timeout = 0): Promise<string> => {
    // If git asked for a password, it would wait for ever. Its messages must not be translated (`isGitMessage`).
    const env = { ...process.env, GIT_TERMINAL_PROMPT: '0', GIT_LITERAL_PATHSPECS: '1', LC_ALL: 'C' }
    return (await run('git', args, { cwd: folder, timeout, env, maxBuffer: 16 * 1024 * 1024 })).stdout
  }
  const exists = (): Promise<boolean> =>
    git(['rev-parse', '--is-inside-work-tree']).then(
      () => true,
      (error: unknown) => {
        if (isGitMissing(error) || isGitMessage(error, 'not a git repository')) return false
        throw error
      },
    )

  const hasCommit = (commit: string): Promise<boolean> =>
    git(['cat-file', '-e', `${commit}^{commit}`]).then(
      () => true,
      () => false,
    )

  /** @throws {Refusal} versions_unreadable */
  const refuseUnreadable = (error: unknown): never => {
    log.warn({ err: error }, 'git did not read the versions of a page')
    throw new Refusal('versions_unreadable')
  }

  /** Commits files, when the folder is in a git repository. @returns whether there was something to commit */
  async function commit({ files, message, author: { name, email } }: Commit): Promise<boolean> {
    if (!(await exists())) return false
    // `git add` fails for a missing file that git does not track.
    const known = splitNames(await git(['ls-files', '-z', '--cached', '--others', '--', ...files]))
    if (known.length === 0) return false
    await git(['add', '--', ...known])
    const staged = ['diff', '--cached', '--name-only', '--no-renames', '--relative', '-z']
    const changed = splitNames(await git([...staged, '--', ...known]))
    if (changed.length === 0) return false
    const identity = ['-c', `user.name=${name}`, '-c', `user.email=${email}`]
    await git([...identity, 'commit', '--quiet', '--no-verify', '--message', message, '--only', '--', ...changed])
    return true
  }

  return {
    /**
     * Commits the files of one page in the author's name, when the folder is in a git repository, and pushes the commit
     * when the site is set up so. Other changes in the repository are left out.
     * @param onPush called before the push, which takes up to 30 s; must not reject
     * @returns why git did not commit or push, as a sentence; empty when nothing went wrong
     */
    commitAndPush: async (change: Commit, onPush = async () => {}): Promise<string> => {
      try {
        if (!(await commit(change))) return ''
      } catch (error) {
        log.warn({ err: error }, 'a change of a page was not committed')
        return 'git did not commit it. The reason is in the log of the server.'
      }
      if (!push) return ''
      await onPush()
      try {
        await git(['push', '--quiet'], PUSH_MS)
        return ''
      } catch (error) {
        log.warn({ err: error }, 'a change of a page was not pushed')
        return 'git committed it and did not push it. The reason is in the log of the server.'
      }
    },

    /** Lists the files that git does not track; none when git refuses to read the repository. */
    listUntracked: async (files: readonly string[]): Promise<readonly string[]> => {
      try {
        return (await exists()) ? splitNames(await git(['ls-files', '-z', '--others', '--', ...files])) : files
      } catch {
        return []
      }
    },

    /**
     * Lists the committed versions of a page, the newest first; null when the folder is not in a git repository.
     * @throws {Refusal} versions_unreadable
     */
    listVersions: async (file: string): Promise<PageCommit[] | null> => {
      if (!(await exists().catch(refuseUnreadable))) return null
      const format = ['%H', '%an', '%at', '%s'].join(SEPARATOR)
      // With `log.showSignature`, git would print lines about signatures between the commits.
      const options = [`--max-count=${VERSIONS_MAX}`, `--format=${format}`, '--no-show-signature']
      const output = await git(['log', ...options, '--', file]).catch((error: unknown) =>
        isGitMessage(error, 'does not have any commits yet') ? '' : refuseUnreadable(error),
      )
      const lines = output.split('\n').filter((line) => line !== '')
      return lines.map((line) => {
        const [commit = '', author = '', seconds = '', message = ''] = line.split(SEPARATOR)
        return { commit, author, at: Number(seconds) * 1_000, message }
      })
    },

    /**
     * Returns the text of a page in a commit; null when there is no such commit or it has no such file.
     * @throws {Refusal} versions_unreadable
     */
    readVersion: async (file: string, commit: string): Promise<string | null> => {
      if (!(await exists().catch(refuseUnreadable))) return null
      // `git show` gives the same error for a missing and for a damaged file, so `ls-tree` looks for the file first.
      const entry = await git(['ls-tree', '-z', commit, '--', file]).catch(async (error: unknown) =>
        isGitMessage(error, 'not a tree object') && !(await hasCommit(commit)) ? '' : refuseUnreadable(error),
      )
      return entry === '' ? null : git(['show', `${commit}:./${file}`]).catch(refuseUnreadable)
    },
  }
}

const isGitMissing = (error: unknown): boolean => (error as { code?: unknown }).code === 'ENOENT'

/**
 * Returns whether a git command has failed with a message. The exit code is not enough: it is the same when git refuses
 * to read a repository, for example because another user owns it.
 */
const isGitMessage = (error: unknown, message: string): boolean =>
  (error as { stderr?: string }).stderr?.includes(message) === true

/** Splits the output of a git command with the option `-z`. */
const splitNames = (output: string): string[] => output.split('\0').filter(Boolean)
