import { type ComponentType, useEffect, useState } from 'react'
import { isReader, useSession } from '../../api/session.ts'

/** Push messages, which are for readers: all of it is loaded once one is here. */
export function Push() {
  const reader = useSession(({ user }) => isReader(user))
  const [Device, setDevice] = useState<ComponentType | null>(null)

  useEffect(() => {
    if (!reader) return
    import('./this-device.tsx').then(
      ({ ThisDevice }) => setDevice(() => ThisDevice),
      (error) => console.info('Loading push failed', error),
    )
  }, [reader])

  return <div aria-live="polite">{Device && <Device />}</div>
}
