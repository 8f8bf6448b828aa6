import { useEffect } from 'react'
import { ApiError } from '../../../api/problem.ts'
import { useAction } from '../../../api/use-action.ts'
import { keepPushStateUpdated, turnPushOff, turnPushOn, usePushState } from '../../../device/push.ts'
import { NoPushTokenError } from '../../../device/push-device-api.ts'
import { CheckboxField } from '../../../ui/form/checkbox-field.tsx'
import { ActionStatus } from './action-status.tsx'

interface PushSwitchProps {
  /** Whether this device is registered at the server. */
  registered: boolean
  onChange: () => Promise<void>
}

/** The switch for push notifications on this device, or the reason why this device cannot have push notifications. */
export function PushSwitch({ registered, onChange }: PushSwitchProps) {
  const { standing, off } = usePushState()
  const { busy, message, perform } = useAction()
  const on = standing === 'granted' && registered && !off

  useEffect(() => {
    keepPushStateUpdated()
  }, [])

  const turn = (isOn: boolean) =>
    perform({
      run: async () => {
        const problem = isOn ? await turnOn() : await turnPushOff()
        await onChange()
        if (problem) throw new ApiError({ code: null, message: problem }, 0)
      },
      done: `Push notifications are ${isOn ? 'on' : 'off'} for this device.`,
    })

  const reason = standing === 'unsupported' || standing === 'safari' || standing === 'denied' ? reasons[standing] : null
  return (
    <>
      {reason && <p className="note">{reason}</p>}
      {!reason && standing && (
        <CheckboxField
          role="switch"
          label="Push notifications on this device"
          checked={on}
          busy={busy}
          onCheck={turn}
        />
      )}
      <ActionStatus message={message} busy={busy && 'One moment …'} />
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

/** Turns push on for this device. @returns the problem when push stays off; undefined on success */
async function turnOn(): Promise<string | undefined> {
  try {
    if ((await turnPushOn()) !== 'granted')
      return 'Your browser has not been allowed to show notifications, so they stay off.'
  } catch (error) {
    if (!(error instanceof NoPushTokenError)) throw error
    console.info('Push failed', error)
    return 'Your browser could not reach its push service. Check your connection, then try again.'
  }
}
