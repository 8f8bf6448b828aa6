import { accessSync, constants, existsSync, lchownSync, lstatSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import type { Problem } from '../http/start-error.ts'

/**
 * Creates a folder and the missing folders above it; only their owner can enter them. Node's option `recursive` is not
 * used: it reports a read-only file system as a missing folder, and never returns for a path below /proc (Node 24).
 */
export function createFolder(path: string): void {
  if (existsSync(path)) return
  createFolder(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
    giveToOwnerOf(dirname(path), path)
  } catch (error) {
    // Another process may have created the folder in the meantime.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/**
 * When this user is root: gives the files and folders of root in a folder to the owner of that folder. The site runs as
 * that owner, but root may run a command of the site.
 */
export function giveContentsToOwner(folder: string): void {
  if (process.getuid?.() !== 0) return
  for (const name of readdirSync(folder)) {
    // When the folder is a disk of its own, ext4 creates `lost+found` in it, which stays with root.
    if (name === 'lost+found') continue
    const path = join(folder, name)
    giveToOwnerOf(folder, path)
    if (lstatSync(path).isDirectory()) giveContentsToOwner(path)
  }
}

/** When this user is root: gives a file or folder of root to the owner of another folder. */
function giveToOwnerOf(folder: string, path: string): void {
  if (process.getuid?.() !== 0 || lstatSync(path).uid !== 0) return
  const { uid, gid } = statSync(folder)
  lchownSync(path, uid, gid)
}

/**
 * Returns why this user cannot write in a folder, or null. A missing folder has no problem when it can be created.
 * @param name the setting that names the folder
 */
export function findFolderProblem(name: string, folder: string): Problem | null {
  const existing = findNearestExistingFolder(folder)
  try {
    accessSync(existing, constants.W_OK | constants.X_OK)
    return statSync(existing).isDirectory() ? null : toFolderProblem(name, folder, { code: 'ENOTDIR' })
  } catch (error) {
    return toFolderProblem(name, folder, error as NodeJS.ErrnoException)
  }
}

/** Explains an error of the file system that occurred when a folder was created or written to. */
export function toFolderProblem(
  name: string,
  folder: string,
  { code, message = '' }: Pick<NodeJS.ErrnoException, 'code'> & { message?: string },
): Problem {
  const existing = findNearestExistingFolder(folder)
  if (code === 'EROFS')
    return {
      text: `${name} ${folder} is on a read-only file system.`,
      remedy: 'With systemd, add the folder to ReadWritePaths= of the unit. Otherwise mount its disk for writing.',
    }
  if (!statSync(existing).isDirectory())
    return {
      text: `${name} ${folder} cannot be a folder, because ${existing} is a file.`,
      remedy: 'Remove that file, or choose another folder.',
    }
  if (existing !== resolve(folder))
    return {
      text: `${name} ${folder} does not exist and cannot be created in ${existing}.`,
      remedy: `Create it: sudo install -d -o ${userName()} -m 700 ${folder}, or choose another folder.`,
    }
  if (code === 'EACCES' || code === 'EPERM')
    return {
      text: `${name} ${folder} gives this user (${userName()}) no right to write.`,
      remedy: `Give it to this user: sudo chown -R ${userName()} ${folder}, or choose another folder.`,
    }
  return { text: `${name} ${folder} cannot be written to: ${message || code}.`, remedy: 'Choose another folder.' }
}

/** Returns the folder, or the nearest one above it that exists. */
export const findNearestExistingFolder = (folder: string): string =>
  existsSync(folder) ? resolve(folder) : findNearestExistingFolder(resolve(folder, '..'))

/** Returns the name of the user, or its number when the machine has no name for it, as in a container. */
function userName(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.() ?? 'USER')
  }
}
