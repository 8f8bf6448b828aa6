import { type ComponentType, useEffect, useState } from 'react'
import { hasReaderRights, useSession } from '../../api/session.ts'

/** Loads the code of push notifications once a reader is logged in. */
export function DeviceRegistrationLoader() {
  const reader = useSession(({ user }) => hasReaderRights(user))
  const [Device, setDevice] = useState<ComponentType | null>(null)

  useEffect(() => {
    if (!reader) return
    import('./device-registration.tsx').then(
      ({ DeviceRegistration }) => setDevice(() => DeviceRegistration),
      (error) => console.info('Loading push failed', error),
    )
  }, [reader])

  return Device && <Device />
}
