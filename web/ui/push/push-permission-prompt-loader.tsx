import { type ComponentType, useEffect, useState } from 'react'
import { site } from '#site'
import { hasReaderRights, useSession } from '../../api/session.ts'
import type { PushPermissionPromptProps } from './push-permission-prompt.tsx'

/**
 * Offers push notifications at places where they are useful (S2.51, S4.08). The code of the offer loads only for
 * readers.
 */
export function PushPermissionPromptLoader(props: PushPermissionPromptProps) {
  const reader = useSession(({ user }) => hasReaderRights(user))
  const [Request, setRequest] = useState<ComponentType<PushPermissionPromptProps>>()

  useEffect(() => {
    if (!reader || !site.features.push) return
    import('./push-permission-prompt.tsx').then(
      ({ PushPermissionPrompt }) => setRequest(() => PushPermissionPrompt),
      (error) => console.info('Loading push failed', error),
    )
  }, [reader])

  return reader && Request && <Request {...props} />
}
