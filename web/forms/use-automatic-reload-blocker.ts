import { useEffect } from 'react'
import { blockAutomaticReload, unblockAutomaticReload } from './automatic-reload.ts'

/** Prevents automatic reloads of the page while work is not sent. @param name unique for the work */
export function useAutomaticReloadBlocker(name: string, isUnsent: boolean): void {
  useEffect(() => {
    if (!isUnsent) return
    blockAutomaticReload(name)
    return () => unblockAutomaticReload(name)
  }, [name, isUnsent])
}
