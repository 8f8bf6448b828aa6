import { type RefObject, useLayoutEffect } from 'react'
import { hasArrived, whenArrived } from './arrival.ts'

/**
 * Lets a section come in when it arrives. Only this script hides anything, and only what is still below the line when
 * it runs: without scripts, under reduced motion and in what one already sees, nothing is ever hidden.
 */
export function useReveal(ref: RefObject<HTMLElement | null>): void {
  useBrowserLayoutEffect(() => {
    const element = ref.current
    const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    if (!element || still || hasArrived(element)) return
    const show = (): void => {
      element.dataset.reveal = 'shown'
    }
    element.dataset.reveal = 'waiting'
    const stop = whenArrived([element], show)
    element.addEventListener('focusin', show, { once: true })
    return () => {
      stop()
      element.removeEventListener('focusin', show)
      delete element.dataset.reveal
    }
  }, [ref])
}

const useBrowserLayoutEffect = typeof window === 'undefined' ? () => {} : useLayoutEffect
