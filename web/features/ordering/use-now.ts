import { useEffect, useState } from 'react'
import { MINUTE_MS } from '#contract/limits.ts'
import { useSteady } from '../../kit/use-steady.ts'

/** The time, in milliseconds, told again twice a minute: what opens, closes or sells out by it changes by itself. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const tell = () => setNow(Date.now())
    tell()
    const timer = setInterval(tell, MINUTE_MS / 2)
    document.addEventListener('visibilitychange', tell)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tell)
    }
  }, [])
  return useSteady(now)
}
