import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { findCommentElement } from './comment-element.ts'

const commentFragment = /^#comment-([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i

/**
 * Scrolls to the comment that the URL links to, and focuses it.
 * @param isReady whether the comments are loaded
 * @param find loads the comment and returns whether it exists
 */
export function useScrollToLinkedComment(isReady: boolean, find: (id: string) => Promise<boolean>) {
  const { hash, key } = useLocation()
  const linkedId = commentFragment.exec(hash)?.[1]?.toLowerCase() ?? null
  const [found, setFound] = useState<{ key: string; id: string; exists: boolean } | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each navigation to the address.
  useEffect(() => {
    if (!isReady || !linkedId) return
    let isOver = false
    find(linkedId).then(
      (exists) => isOver || setFound({ key, id: linkedId, exists }),
      (error) => console.info('The linked comment could not be loaded (S8.05)', error),
    )
    return () => {
      isOver = true
    }
  }, [isReady, linkedId, key])

  useEffect(() => {
    const element = found?.exists ? findCommentElement(found.id) : null
    element?.scrollIntoView({ block: 'start', behavior: 'instant' })
    element?.focus({ preventScroll: true })
  }, [found])

  return { linkedId, missing: found?.exists === false && found.id === linkedId }
}
