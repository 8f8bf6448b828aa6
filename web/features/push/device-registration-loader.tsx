import { type ComponentType, useEffect, useState } from 'react'
import { isReader, useSession } from '../../api/session.ts'

/** Push messages, which are for readers: all of it is loaded once one is here. */
export function DeviceRegistrationLoader() {
  const reader = useSession(({ user }) => isReader(user))
  const [Device, setDevice] = useState<ComponentType | null>(null)

  useEffect(() => {
    if (!reader) return
    import('./device-registration.tsx').then(
      ({ DeviceRegistration }) => setDevice(() => DeviceRegistration),
      (error) => console.info('Loading push failed', error),
    )
  }, [reader])

  return <div aria-live="polite">{Device && <Device />}</div>
}
