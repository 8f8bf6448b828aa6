import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { findCommentElement } from './comment-element.ts'

const named = /^#comment-([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i

/**
 * Scrolls to the comment that the address links to, and focuses it.
 * @param ready whether the comments are loaded
 * @param find loads the comment and returns whether it exists
 */
export function useLinkedComment(ready: boolean, find: (id: string) => Promise<boolean>) {
  const { hash, key } = useLocation()
  const linkedId = named.exec(hash)?.[1]?.toLowerCase() ?? null
  const [found, setFound] = useState<{ key: string; id: string; there: boolean } | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each navigation to the address.
  useEffect(() => {
    if (!ready || !linkedId) return
    let over = false
    find(linkedId).then(
      (there) => over || setFound({ key, id: linkedId, there }),
      (error) => console.info('The linked comment could not be loaded (S8.05)', error),
    )
    return () => {
      over = true
    }
  }, [ready, linkedId, key])

  useEffect(() => {
    const element = found?.there ? findCommentElement(found.id) : null
    element?.scrollIntoView({ block: 'start', behavior: 'instant' })
    element?.focus({ preventScroll: true })
  }, [found])

  return { linkedId, missing: found?.there === false && found.id === linkedId }
}
