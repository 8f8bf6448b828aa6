import { useEffect, useState } from 'react'
import { MINUTE_MS } from '#contract/limits.ts'
import {
  canOfferPasskeyAutofill,
  endPasskeyAutofill,
  fetchPasskeyAutofillTokens,
  fetchPasskeyLoginTokens,
  hasPasskeySupport,
} from '../../../api/passkeys.ts'
import { readProblem } from '../../../api/problem.ts'
import { useSession } from '../../../api/session.ts'
import { QuietButton } from '../../../ui/quiet-button.tsx'

/** The interval at which the browser's suggestion of a passkey is renewed. Its challenge expires after five minutes. */
const OFFER_MS = 4 * MINUTE_MS

/** Logs in with a passkey, by a button or by the browser's suggestion in the email field. */
export function PasskeyLogin() {
  const loggedIn = useSession((session) => session.loggedIn)
  const [isSupported, setSupported] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')

  useEffect(() => setSupported(hasPasskeySupport()), [])

  useEffect(() => {
    // A browser handles one request for a passkey at a time: a suggestion would end the request of the button.
    if (busy) return
    let isMounted = true
    let offeredAt = 0
    const offer = async () => {
      if (!isMounted || document.hidden) return
      offeredAt = Date.now()
      try {
        const tokens = await fetchPasskeyAutofillTokens(() => isMounted)
        if (tokens && isMounted) await loggedIn(tokens)
      } catch (error) {
        // A lost connection is not shown here, because the other ways to log in report it.
        const { code, message } = await readProblem(error)
        if (isMounted && code) setProblem(message)
      }
    }
    // While the page was hidden, the suggestion was not renewed.
    const onVisibility = () => Date.now() - offeredAt >= OFFER_MS && offer()
    let timer: ReturnType<typeof setInterval> | undefined
    canOfferPasskeyAutofill().then(
      (canOffer) => {
        if (!canOffer || !isMounted) return
        offer()
        timer = setInterval(offer, OFFER_MS)
        document.addEventListener('visibilitychange', onVisibility)
      },
      () => {},
    )
    return () => {
      isMounted = false
      if (timer === undefined) return
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onVisibility)
      endPasskeyAutofill()
    }
  }, [loggedIn, busy])

  if (!isSupported) return null

  async function logIn() {
    if (busy) return
    setBusy(true)
    setProblem('')
    try {
      await loggedIn(await fetchPasskeyLoginTokens())
    } catch (error) {
      setProblem((await readProblem(error)).message)
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <QuietButton className="way" busy={busy} onClick={logIn}>
        <PasskeyMark />
        {busy ? 'Waiting for your passkey …' : 'Log in with a passkey'}
      </QuietButton>
      <div role="alert">
        {problem && (
          <p className="note" data-kind="grave">
            {problem}
          </p>
        )}
      </div>
    </>
  )
}

const PasskeyMark = () => (
  <svg viewBox="0 0 24 24" width="20" height="20" fill="none" stroke="currentColor" strokeWidth="2" aria-hidden="true">
    <circle cx="9" cy="8" r="4" />
    <path d="M2.5 20c.6-4 3.3-6 6.5-6 1.2 0 2.3.3 3.3.8" strokeLinecap="round" />
    <circle cx="18" cy="12.5" r="2.5" />
    <path d="M18 15v6.5M18 18.5h2" strokeLinecap="round" />
  </svg>
)
