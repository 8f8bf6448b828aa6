import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { SuccessReplyBody } from '#contract/endpoint.ts'
import {
  beginSecondFactorSetup,
  enableSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from '#contract/second-factor.ts'
import { site } from '#site'
import { callForJson } from '../../../api/call-api.ts'
import { ApiError } from '../../../api/problem.ts'
import { useAction } from '../../../api/use-action.ts'
import { nativePlatform } from '../../../device/native.ts'
import { useForm } from '../../../forms/use-form.ts'
import { RelativeTime } from '../../../kit/relative-time.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { SecondFactorCodeField } from '../../../ui/form/second-factor-code-field.tsx'
import { type RunWithOwnerProof, useOwnerProofDialog } from '../../../ui/form/use-owner-proof-dialog.tsx'
import { QueryContent } from '../../../ui/note/query-content.tsx'
import { QuietButton } from '../../../ui/quiet-button.tsx'
import { ActionStatus } from './action-status.tsx'
import { accountQueries } from './queries.ts'
import { SectionFrame } from './section-frame.tsx'

const ALREADY_ON = 'Your account asks for a code already. If you do not have its recovery codes, make new ones.'
const ALREADY_OFF = 'The second factor is off already: your password alone logs in.'

type Setup = SuccessReplyBody<typeof beginSecondFactorSetup>

/** The second factor of a login with the password: an authenticator app and its recovery codes. */
export function SecondFactorSection() {
  const query = useQuery(accountQueries.secondFactor())
  const action = useAction()
  const { withProof, dialog } = useOwnerProofDialog('The way you log in is about to change.')
  const { busy, message, perform } = action
  const [setup, setSetup] = useState<Setup | null>(null)
  const [recoveryCodes, setRecoveryCodes] = useState<string[] | null>(null)
  /** Whether the next button that appears takes the focus, because it replaces the pressed button. */
  const isButtonReplaced = useRef(false)
  // Because this function stays the same, React calls it only when a button appears or disappears.
  const focusReplacement = useCallback((button: HTMLButtonElement | null) => {
    if (!button || !isButtonReplaced.current) return
    isButtonReplaced.current = false
    button.focus()
  }, [])

  const begin = async () => {
    setRecoveryCodes(null)
    setSetup(await callForJson(beginSecondFactorSetup))
    return undefined
  }
  const renew = async () => {
    setRecoveryCodes((await callForJson(renewRecoveryCodes)).recoveryCodes)
    await query.refetch()
    return 'The former recovery codes no longer work.'
  }
  const remove = async () => {
    await callForJson(removeSecondFactor)
    setRecoveryCodes(null)
    isButtonReplaced.current = true
    await query.refetch()
    return 'Your password alone logs in again.'
  }
  const onConfirmed = async (codes: string[]) => {
    setSetup(null)
    setRecoveryCodes(codes)
    await query.refetch()
    action.setMessage('Logging in with your password asks for a code from now on.')
  }
  /**
   * Shows the present state when a call was refused because of this state: another tab has changed it, or the reply to
   * an earlier call was lost.
   */
  const showState = async (error: unknown): Promise<string> => {
    const isOn = error instanceof ApiError && error.code === 'second_factor_on'
    const isOff = error instanceof ApiError && error.status === 404
    if (!isOn && !isOff) throw error
    isButtonReplaced.current = true
    await query.refetch()
    setSetup(null)
    setRecoveryCodes(null)
    return isOn ? ALREADY_ON : ALREADY_OFF
  }
  const performWithProof = (run: () => Promise<string | undefined>) =>
    perform({ run: () => withProof(run).catch(showState) })

  return (
    <SectionFrame
      anchor="second-factor"
      title="Second factor"
      description="A code of an app on your phone, asked for after your password. A stolen password is then worth nothing."
    >
      <QueryContent query={query} loading={<p role="status">Loading …</p>}>
        {({ since, recoveryCodesLeft, hasPassword }) =>
          since !== null ? (
            <>
              <p>
                On since <RelativeTime at={since} />. You have {recoveryCodesLeft}{' '}
                {recoveryCodesLeft === 1 ? 'recovery code' : 'recovery codes'} left.
              </p>
              <div className="buttons">
                <QuietButton ref={focusReplacement} busy={busy} onClick={() => performWithProof(renew)}>
                  Make new recovery codes
                </QuietButton>
                <QuietButton busy={busy} kind="grave" onClick={() => performWithProof(remove)}>
                  Switch off
                </QuietButton>
              </div>
            </>
          ) : setup ? (
            <SetupForm
              {...{ setup, withProof, onConfirmed }}
              onRefused={async (error) => action.setMessage(await showState(error))}
              onCancel={() => {
                isButtonReplaced.current = true
                setSetup(null)
              }}
            />
          ) : hasPassword ? (
            <QuietButton ref={focusReplacement} busy={busy} onClick={() => performWithProof(begin)}>
              Set up an authenticator app
            </QuietButton>
          ) : (
            <p>You log in without a password, so there is nothing to add a code to.</p>
          )
        }
      </QueryContent>
      {recoveryCodes && <RecoveryCodes codes={recoveryCodes} />}
      <ActionStatus message={message} busy={busy && 'One moment …'} />
      {dialog}
    </SectionFrame>
  )
}

interface SetupFormProps {
  setup: Setup
  /** The proof from the beginning of the setup may have expired meanwhile. */
  withProof: RunWithOwnerProof
  onConfirmed: (recoveryCodes: string[]) => void
  /** @throws the error, when the form shows it */
  onRefused: (error: unknown) => Promise<void>
  onCancel: () => void
}

function SetupForm({ setup: { secret, address, qr }, withProof, onConfirmed, onRefused, onCancel }: SetupFormProps) {
  const form = useForm({
    check: ({ code = '' }) => ({ code: code.trim() ? undefined : 'Enter the code that the app shows.' }),
    send: ({ code = '' }) =>
      withProof(() => callForJson(enableSecondFactor, { body: { code } })).then(
        ({ recoveryCodes }) => onConfirmed(recoveryCodes),
        onRefused,
      ),
  })
  return (
    <Form
      form={form}
      submit="Switch on"
      busyText="Checking …"
      cancel={<QuietButton onClick={onCancel}>Cancel</QuietButton>}
    >
      <p>Scan this with an authenticator app, then enter the code that it shows.</p>
      <svg className="account-qr" viewBox={`0 0 ${qr.size} ${qr.size}`} role="img" aria-label="QR code for the app">
        <path d={qr.path} />
      </svg>
      <p>
        On this phone, <a href={address}>open your app</a>. Or type this key into it:{' '}
        <code>{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
      </p>
      <SecondFactorCodeField id="second-factor-code" hint="The six digits that the app shows." />
    </Form>
  )
}

/** Recovery codes, which are shown only once, when they are created. Their heading takes the focus. */
function RecoveryCodes({ codes }: { codes: string[] }) {
  const heading = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: new codes take the focus again.
  useEffect(() => heading.current?.focus(), [codes])
  const text = codes.join('\n')
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`${site.name}: recovery codes\n\n${text}\n`)}`
  return (
    <div className="stack card-part" data-gap="small">
      <h3 ref={heading} tabIndex={-1}>
        Your recovery codes
      </h3>
      <p>
        Each logs you in once when your phone is lost. They are not shown again: keep them where you find them without
        your phone.
      </p>
      <pre className="account-codes">{text}</pre>
      {!nativePlatform && (
        <a className="quiet-button" href={file} download="recovery-codes.txt">
          Download the codes
        </a>
      )}
    </div>
  )
}
