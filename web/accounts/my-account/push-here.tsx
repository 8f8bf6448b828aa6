import { useEffect, useId } from 'react'
import { turnPushOff, turnPushOn, usePush, watchPush } from '../../kit/push.ts'
import { NoToken } from '../../kit/push-device-api.ts'
import { Said } from './said.tsx'
import { type Outcome, useDeed } from './use-deed.ts'

interface PushHereProps {
  /** Whether the site sends to this device. */
  registered: boolean
  onChange: () => Promise<void>
}

/** Push messages on this device: on, off, or why they cannot be. */
export function PushHere({ registered, onChange }: PushHereProps) {
  const { standing, off } = usePush()
  const { busy, outcome, run } = useDeed()
  const id = useId()
  const on = standing === 'granted' && registered && !off

  useEffect(() => {
    watchPush()
  }, [])

  const turn = (wanted: boolean) =>
    run(async () => {
      const came = await (wanted ? turnOn() : turnOff())
      await onChange()
      return came
    })

  const never = standing === 'unsupported' || standing === 'safari' || standing === 'denied' ? reasons[standing] : null
  return (
    <>
      {never && <p className="note">{never}</p>}
      {!never && standing && (
        <div className="check">
          <input
            id={id}
            type="checkbox"
            role="switch"
            checked={on}
            aria-checked={on}
            aria-disabled={busy}
            onChange={({ currentTarget }) => turn(currentTarget.checked)}
          />
          <label htmlFor={id}>Push notifications on this device</label>
        </div>
      )}
      <Said outcome={outcome} busy={busy && 'One moment …'} />
    </>
  )
}

const reasons = {
  unsupported:
    'This browser cannot show push notifications here. They need a current browser, a window that is not private, and an address that begins with https.',
  safari: 'Safari gets no push notifications from this site. Open it in Chrome, Edge or Firefox to turn them on there.',
  denied:
    'Notifications of this site are blocked in your browser. To allow them, open the settings of the site by the icon beside its address, set Notifications to “Allow”, and come back.',
}

async function turnOn(): Promise<string | Outcome> {
  try {
    const standing = await turnPushOn()
    if (standing === 'granted') return 'Push notifications are on for this device.'
    return { words: 'Your browser has not been allowed to show notifications, so they stay off.', failed: true }
  } catch (error) {
    if (!(error instanceof NoToken)) throw error
    console.info('Push failed', error)
    return {
      words: 'Your browser could not reach its push service. Check your connection, then try again.',
      failed: true,
    }
  }
}

async function turnOff(): Promise<string> {
  await turnPushOff()
  return 'Push notifications are off for this device.'
}
