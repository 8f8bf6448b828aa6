import { useLayoutEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'
import { nativePlatform } from './device/native.ts'

const positions = new Map<string, number>()

/** Where to look after a navigation: at its heading for an address with one, where the reader was on Back, else the top. */
export function useScrollMemory(): void {
  const { key, pathname, hash } = useLocation()
  const type = useNavigationType()
  const last = useRef({ key, pathname })

  useLayoutEffect(() => {
    const remember = () => positions.set(key, window.scrollY)
    window.addEventListener('scroll', remember, { passive: true })
    return () => window.removeEventListener('scroll', remember)
  }, [key])

  useLayoutEffect(() => {
    const { current: before } = last
    if (before.key === key) return
    last.current = { key, pathname }
    // Within a page the browser knows where it was.
    if (!nativePlatform && before.pathname === pathname && type === NavigationType.Pop) return
    const known = type === NavigationType.Pop ? positions.get(key) : undefined
    const target = hash ? document.getElementById(decodeURIComponent(hash.slice(1))) : null
    if (known !== undefined) window.scrollTo({ top: known, behavior: 'instant' })
    else if (target) target.scrollIntoView({ behavior: 'instant' })
    else window.scrollTo({ top: 0, behavior: 'instant' })
  }, [key, pathname, hash, type])
}
