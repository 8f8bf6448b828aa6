import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { PageVersion } from '#contract/authoring.ts'

const run = promisify(execFile)

const VERSIONS_MAX = 100
const PUSH_MS = 30_000
/** Separates the fields of a commit in the output of git. Neither names nor messages contain this character. */
const SEPARATOR = '\x1f'

interface Commit {
  /** The files of the page, as paths below the folder. */
  files: readonly string[]
  message: string
  author: { name: string; email: string }
}

/**
 * Creates the functions that commit, push and read pages by git. Does not create a git repository.
 * @param folder `content/` of the repository
 */
export function createPageGitClient(folder: string) {
  const git = async (args: readonly string[], timeout = 0): Promise<string> => {
    // If git asked for a password, it would wait for ever.
    const env = { ...process.env, GIT_TERMINAL_PROMPT: '0' }
    return (await run('git', args, { cwd: folder, timeout, env, maxBuffer: 16 * 1024 * 1024 })).stdout
  }
  const exists = (): Promise<boolean> =>
    git(['rev-parse', '--is-inside-work-tree']).then(
      () => true,
      () => false,
    )

  return {
    /**
     * Commits the files of one page in the author's name, when the folder is in a git repository. Other changes in the
     * repository are left out.
     * @returns whether there was something to commit
     * @throws {Error} when git fails
     */
    commit: async ({ files, message, author: { name, email } }: Commit): Promise<boolean> => {
      if (!(await exists())) return false
      await git(['add', '--', ...files])
      if ((await git(['status', '--porcelain', '--', ...files])).trim() === '') return false
      const identity = ['-c', `user.name=${name}`, '-c', `user.email=${email}`]
      await git([...identity, 'commit', '--quiet', '--no-verify', '--message', message, '--only', '--', ...files])
      return true
    },

    /**
     * Pushes the branch to its upstream, as `git push` does. @throws {Error} when git fails or takes longer than 30 s
     */
    push: async (): Promise<void> => void (await git(['push', '--quiet'], PUSH_MS)),

    /** Lists the committed versions of a page, the newest first; null when the folder is not in a git repository. */
    listVersions: async (file: string): Promise<PageVersion[] | null> => {
      if (!(await exists())) return null
      const format = ['%H', '%an', '%at', '%s'].join(SEPARATOR)
      const args = ['log', `--max-count=${VERSIONS_MAX}`, `--format=${format}`, '--', file]
      // In a repository without a commit, `git log` fails. The list of versions is then empty.
      const lines = (await git(args).catch(() => '')).split('\n').filter((line) => line !== '')
      return lines.map((line) => {
        const [commit = '', author = '', seconds = '', message = ''] = line.split(SEPARATOR)
        return { commit, author, at: Number(seconds) * 1_000, message }
      })
    },

    /** Returns the text of a page in a commit; null when the commit has no such file. */
    readVersion: (file: string, commit: string): Promise<string | null> =>
      git(['show', `${commit}:./${file}`]).catch(() => null),
  }
}
