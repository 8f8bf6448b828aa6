import { useEffect, useRef, useState } from 'react'
import { pushBannerDismissedKey } from '#contract/storage-keys.ts'
import { logPushFailure, turnPushOn, useIsPushReady, usePushState } from '../../device/push.ts'
import { storage } from '../../device/storage.ts'
import { QuietButton } from '../quiet-button.tsx'
import './push-permission-prompt.css'

export interface PushPermissionPromptProps {
  /** A sentence about the event of which the reader could be notified. */
  reason: string
}

/** Asks a reader once to enable push notifications (S2.51, S4.08, S4.09). */
export function PushPermissionPrompt({ reason }: PushPermissionPromptProps) {
  const { standing } = usePushState()
  const isReady = useIsPushReady()
  const [isDismissed, setDismissed] = useState(() => storage.get(pushBannerDismissedKey) === 'true')
  const [isAsking, setAsking] = useState(false)
  const [outcome, setOutcome] = useState('')
  const message = useRef<HTMLParagraphElement>(null)

  useEffect(() => {
    // The pressed button was removed, so the message takes the focus.
    if (outcome) message.current?.focus()
  }, [outcome])

  const dismiss = () => {
    storage.set(pushBannerDismissedKey, 'true')
    setDismissed(true)
  }
  const close = () => {
    dismiss()
    document.getElementById('content')?.focus({ preventScroll: true })
  }
  const enable = async () => {
    if (isAsking) return
    setAsking(true)
    const answer = await turnPushOn().catch(logPushFailure)
    setOutcome(
      answer === 'granted'
        ? 'Push notifications are on. Your account page has a switch to turn them off.'
        : 'Push notifications stay off. Your account page says why, and has a switch to turn them on.',
    )
    dismiss()
  }

  if (outcome)
    return (
      <p ref={message} className="note" role="status" tabIndex={-1}>
        {outcome}
      </p>
    )
  if (!isReady || isDismissed || standing !== 'default') return null
  return (
    <section className="note push-request" aria-label="Push notifications">
      <div>
        <p>{reason}</p>
        <p>Enable push notifications to get updates in real time.</p>
      </div>
      <div className="buttons">
        <QuietButton kind="main" busy={isAsking} onClick={enable}>
          Enable
        </QuietButton>
        <QuietButton onClick={close}>Close</QuietButton>
      </div>
    </section>
  )
}
