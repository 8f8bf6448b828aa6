import { useState } from 'react'
import { errors as refusals } from '#contract/errors.ts'
import { DELETE_CONFIRMATION_TEXT } from '#contract/limits.ts'
import { deleteAccount, type MyAccount } from '#contract/my-account.ts'
import { callForJson } from '../../../api/call-api.ts'
import { useForm } from '../../../forms/use-form.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { closeDialog } from '../../../ui/dialog/modal.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { useOwnerProofDialog } from '../../../ui/form/use-owner-proof-dialog.tsx'
import { QuietButton } from '../../../ui/quiet-button.tsx'
import { SectionFrame } from './section-frame.tsx'

interface DeleteAccountProps {
  account: MyAccount
  onDeleted: () => void
}

/** The section that deletes the account, after a dialog in which the reader types a phrase. */
export function DeleteAccount({ account, onDeleted }: DeleteAccountProps) {
  const [asking, ask] = useState(false)
  return (
    <SectionFrame
      title="Delete my account"
      description="You, your picture, your sessions and all else that is yours here, for good."
    >
      <p>There is no way back. Download your data before, if you want to keep it.</p>
      <QuietButton kind="grave" onClick={() => ask(true)}>
        Delete my account …
      </QuietButton>
      {asking && (
        <Dialog title="Delete your account?" onClose={() => ask(false)}>
          <p>
            The account of <strong>{account.email}</strong> and everything that belongs to it will be gone at once, and
            nobody can bring it back.
          </p>
          <DeleteForm onDeleted={onDeleted} />
        </Dialog>
      )}
    </SectionFrame>
  )
}

function DeleteForm({ onDeleted }: Pick<DeleteAccountProps, 'onDeleted'>) {
  const { withProof, dialog } = useOwnerProofDialog('A deleted account cannot be brought back.')
  const form = useForm({
    check: ({ confirmation = '' }) => ({
      confirmation:
        confirmation.trim().toLowerCase() === DELETE_CONFIRMATION_TEXT
          ? undefined
          : refusals.confirmation_wrong.message,
    }),
    send: async ({ confirmation = '' }) => {
      await withProof(() => callForJson(deleteAccount, { body: { confirmation } }))
      onDeleted()
    },
    offline:
      'There was no answer. Check your connection and try again. If you are logged out then, your account is deleted, and a mail confirms it.',
  })
  return (
    <>
      <Form
        form={form}
        submit="Delete for good"
        busyText="Deleting …"
        cancel={<QuietButton onClick={(event) => closeDialog(event.currentTarget)}>Keep my account</QuietButton>}
      >
        <Field
          id="delete-confirmation"
          name="confirmation"
          label={`Type “${DELETE_CONFIRMATION_TEXT}”`}
          autoComplete="off"
          autoCapitalize="none"
        />
      </Form>
      {dialog}
    </>
  )
}
