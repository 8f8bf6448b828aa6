import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { PASSKEY_NAME_LENGTH_MAX } from '#contract/limits.ts'
import { type Passkey, removePasskey, renamePasskey } from '#contract/passkeys.ts'
import { callForJson } from '../../../api/call-api.ts'
import { createPasskey, hasPasskeySupport, passkeysQueryOptions } from '../../../api/passkeys.ts'
import { catchNotFoundAsNull } from '../../../api/problem.ts'
import { useAction } from '../../../api/use-action.ts'
import { RelativeTime } from '../../../kit/relative-time.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { useOwnerProofDialog } from '../../../ui/form/use-owner-proof-dialog.tsx'
import { QueryContent } from '../../../ui/note/query-content.tsx'
import { QuietButton } from '../../../ui/quiet-button.tsx'
import { ActionStatus } from './action-status.tsx'
import { ExpandableForm } from './expandable-form.tsx'
import { SectionFrame } from './section-frame.tsx'

/**
 * The passkeys of the account. Before a passkey is added or removed, the reader proves to be the owner of the account.
 */
export function PasskeysSection() {
  const query = useQuery(passkeysQueryOptions())
  const action = useAction()
  const { withProof, dialog } = useOwnerProofDialog('The way you log in is about to change.')
  const { busy, message, perform } = action
  const [isSupported, setSupported] = useState(true)
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => setSupported(hasPasskeySupport()), [])

  const add = async () => {
    // Fetched again even after a failure, because the passkey may exist although the reply was lost.
    const { name } = await createPasskey().finally(query.refetch)
    return `The passkey “${name}” is added. It logs you in from now on.`
  }
  const remove = ({ id, name }: Passkey) => {
    return async () => {
      // A 404 means that the passkey has been removed already.
      await callForJson(removePasskey, { params: { id } }).catch(catchNotFoundAsNull)
      await query.refetch()
      list.current?.focus()
      return `The passkey “${name}” is removed. Delete it on your device too.`
    }
  }

  return (
    <SectionFrame
      anchor="passkeys"
      title="Passkeys"
      description="Log in with your fingerprint, your face or a security key, without a password. Nobody can steal a passkey from this site."
    >
      <QueryContent query={query} loading={<p role="status">Loading your passkeys …</p>}>
        {({ passkeys }) => (
          <ul className="list account-passkeys" ref={list} tabIndex={-1} aria-label="Your passkeys">
            {passkeys.length === 0 && <li>You have none yet.</li>}
            {passkeys.map((passkey) => (
              <li key={passkey.id}>
                <PasskeyFacts passkey={passkey} />
                <div className="buttons">
                  <ExpandableForm
                    label="Rename"
                    about={`the passkey ${passkey.name}`}
                    submit="Save name"
                    check={({ name = '' }) => ({ name: name.trim() ? undefined : 'Enter a name.' })}
                    send={async ({ name = '' }) => {
                      await callForJson(renamePasskey, { params: { id: passkey.id }, body: { name } })
                      await query.refetch()
                      return 'The name is changed.'
                    }}
                  >
                    <Field
                      id={`passkey-${passkey.id}`}
                      name="name"
                      label="Name of this passkey"
                      defaultValue={passkey.name}
                      maxLength={PASSKEY_NAME_LENGTH_MAX}
                      autoComplete="off"
                    />
                  </ExpandableForm>
                  <QuietButton
                    busy={busy}
                    about={`the passkey ${passkey.name}`}
                    onClick={() => perform({ run: () => withProof(remove(passkey)) })}
                  >
                    Remove
                  </QuietButton>
                </div>
              </li>
            ))}
          </ul>
        )}
      </QueryContent>
      {isSupported ? (
        <QuietButton kind="main" busy={busy} onClick={() => perform({ run: () => withProof(add) })}>
          Add a passkey
        </QuietButton>
      ) : (
        <p className="soft">
          This browser cannot use passkeys at this address. Passkeys need https and a name such as example.org.
        </p>
      )}
      <ActionStatus message={message} busy={busy && 'Waiting for your browser …'} />
      {dialog}
    </SectionFrame>
  )
}

const PasskeyFacts = ({ passkey: { name, isSynced, createdAt, lastUsedAt } }: { passkey: Passkey }) => (
  <div>
    <p>
      <strong>{name}</strong>
    </p>
    <p className="soft">
      Added <RelativeTime at={createdAt} />,{' '}
      {lastUsedAt === null ? (
        'not used yet'
      ) : (
        <>
          last used <RelativeTime at={lastUsedAt} />
        </>
      )}
    </p>
    <p className="soft">{isSynced ? 'On all devices of its password manager' : 'On one device only'}</p>
  </div>
)
