import { v4 as uuid } from 'uuid'
import {
  createObjectParser,
  createTolerantRecordParser,
  parseStoredInteger,
  parseStoredString,
  withDefault,
} from '../../../../device/parse-stored.ts'
import { createStoredValue } from '../../../../device/stored-value.ts'

/** The text of one tab that the server does not have yet. */
export interface UnsavedCopy {
  source: string
  /** The saved text from which the author started. It is the base of a merge. */
  base: string
  at: number
}

const parseCopies = createTolerantRecordParser(
  createObjectParser({ source: parseStoredString, base: parseStoredString, at: withDefault(parseStoredInteger, 0) }),
)

/** The id of this tab among the tabs that edit the same page. */
const tab = uuid()

/**
 * Keeps the unsaved text of a page in this browser, one copy for each tab, so that two tabs never replace each other's
 * text.
 * @param name the file of the page or the id of its draft
 */
export function createUnsavedCopyStore(name: string) {
  const { read, write } = createStoredValue(`pageCopies:${name}`, parseCopies)
  const change = (copies: Record<string, UnsavedCopy>) => write(Object.keys(copies).length > 0 ? copies : null)
  /**
   * Returns the copies of other tabs without those in `removed`. If a tab has stored a newer text in the meantime, its
   * newer copy is returned.
   */
  const listOthers = (removed: readonly UnsavedCopy[]) =>
    Object.fromEntries(
      Object.entries(read()).filter(
        ([name, { at, source }]) => name !== tab && !removed.some((copy) => copy.at === at && copy.source === source),
      ),
    )
  return {
    /**
     * Lists all copies, oldest first: those of this tab, of other open tabs, and of tabs that were closed before they
     * saved.
     */
    list: (): UnsavedCopy[] => Object.values(read()).sort((one, other) => one.at - other.at),
    /** Stores the text of this tab. @param merged the copies that this text contains, which are removed */
    keep: (copy: UnsavedCopy, merged: readonly UnsavedCopy[] = []) => change({ ...listOthers(merged), [tab]: copy }),
    /** Removes the copy of this tab. @param merged copies that are removed, too */
    remove: (merged: readonly UnsavedCopy[] = []) => change(listOthers(merged)),
  }
}

export type UnsavedCopyStore = ReturnType<typeof createUnsavedCopyStore>
