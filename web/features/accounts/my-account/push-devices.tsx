import { useRef } from 'react'
import { formatCountWithNoun } from '#contract/format-count.ts'
import { type MyPushSettings, removeDevice, sendTestPush } from '#contract/push.ts'
import { callForJson } from '../../../api/call-api.ts'
import { catchNotFoundAsNull } from '../../../api/problem.ts'
import { useAction } from '../../../api/use-action.ts'
import { turnPushOff } from '../../../device/push.ts'
import { RelativeTime } from '../../../kit/relative-time.tsx'
import { QuietButton } from '../../../ui/quiet-button.tsx'
import { ActionStatus } from './action-status.tsx'

type Device = MyPushSettings['devices'][number]

export function PushDevices({ devices, onChange }: { devices: Device[]; onChange: () => Promise<void> }) {
  const { busy, message, perform } = useAction()
  const list = useRef<HTMLUListElement>(null)

  const remove = ({ id, name, current }: Device) =>
    perform({
      run: async () => {
        if (current) await turnPushOff()
        // A 404 means that the device has already been removed.
        await callForJson(removeDevice, { params: { id } }).catch(catchNotFoundAsNull)
        await onChange()
        // The pressed button was removed together with the row of its device.
        list.current?.focus()
        return `${name} gets no push notifications any more.`
      },
    })

  const test = () =>
    perform({
      run: async () => {
        const { devices } = await callForJson(sendTestPush)
        return `Sent to ${formatCountWithNoun(devices, 'device', 'devices')}. It should be there in a few seconds.`
      },
    })

  return (
    <div className="card-part">
      <h3>Your devices</h3>
      {devices.length === 0 && <p className="soft">No device of yours gets push notifications yet.</p>}
      <ul className="list account-sessions" ref={list} tabIndex={-1} aria-label="Your devices">
        {devices.map((device) => (
          <li key={device.id}>
            <div>
              <p>
                <strong>{device.name}</strong>{' '}
                {device.current && (
                  <span className="tag account-mark" data-kind="good">
                    This one
                  </span>
                )}
              </p>
              <p className="soft">
                Registered <RelativeTime at={device.registeredAt} />
              </p>
            </div>
            <QuietButton busy={busy} aria-label={`Remove ${device.name}`} onClick={() => remove(device)}>
              Remove
            </QuietButton>
          </li>
        ))}
      </ul>
      {devices.length > 0 && (
        <QuietButton busy={busy} onClick={test}>
          Send a test
        </QuietButton>
      )}
      <ActionStatus message={message} busy={busy && 'One moment …'} />
    </div>
  )
}
