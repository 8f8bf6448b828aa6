import { useEffect } from 'react'
import { markUnsentWork, unmarkUnsentWork } from './unsent-work.ts'

/** Prevents automatic reloads of the page while work is not sent. @param name unique for the work */
export function useUnsentWork(name: string, isUnsent: boolean): void {
  useEffect(() => {
    if (!isUnsent) return
    markUnsentWork(name)
    return () => unmarkUnsentWork(name)
  }, [name, isUnsent])
}
