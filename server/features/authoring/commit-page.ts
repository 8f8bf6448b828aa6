import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

interface Commit {
  /** The folder of the page. */
  folder: string
  /** The files of the page below the folder. */
  files: readonly string[]
  message: string
  author: { name: string; email: string }
}

/**
 * Commits the files of one page in the author's name, when its folder is in a git repository. Other changes in the repository are
 * left out.
 * @throws {Error} when git fails
 */
export async function commitPage({ folder, files, message, author: { name, email } }: Commit): Promise<void> {
  const git = (...args: string[]) => run('git', args, { cwd: folder })
  const isRepository = await git('rev-parse', '--is-inside-work-tree').then(
    () => true,
    () => false,
  )
  if (!isRepository) return
  await git('add', '--', ...files)
  const { stdout } = await git('status', '--porcelain', '--', ...files)
  if (stdout.trim() === '') return
  const identity = ['-c', `user.name=${name}`, '-c', `user.email=${email}`]
  await git(...identity, 'commit', '--quiet', '--no-verify', '--message', message, '--only', '--', ...files)
}
