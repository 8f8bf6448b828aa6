import type { ReactNode } from 'react'
import { changeName, type MyAccount } from '#contract/my-account.ts'
import { api } from '../../../api/call-api.ts'
import { UNREACHABLE } from '../../../api/problem.ts'
import { fieldProblems } from '../../../forms/field-problems.ts'
import { useForm } from '../../../forms/use-form.ts'
import { Field } from '../../../ui/form/field.tsx'
import { FormProblem } from '../../../ui/form/form-problem.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { ExpandableForm } from './expandable-form.tsx'

interface NameSettingProps {
  account: MyAccount
  onChange: (account: MyAccount) => void
}

/** Shows the reader's name, and a form to change it. */
export function NameSetting({ account, onChange }: NameSettingProps) {
  return (
    <div className="card-part">
      <h3>Name</h3>
      <p>{account.name}</p>
      <ExpandableForm label="Change name">
        {(done, cancel) => (
          <NameForm
            account={account}
            cancel={cancel}
            onChange={(changed) => {
              onChange(changed)
              done('Your name is changed.')
            }}
          />
        )}
      </ExpandableForm>
    </div>
  )
}

function NameForm({ account, onChange, cancel }: NameSettingProps & { cancel: ReactNode }) {
  const { props, busy, errors, problem } = useForm({
    offline: UNREACHABLE,
    check: ({ name = '' }) => ({ name: fieldProblems.name(name) }),
    send: async ({ name = '' }) => {
      onChange(await api(changeName, { body: { name } }))
    },
  })
  return (
    <form className="form" {...props}>
      <Field
        id="account-name"
        name="name"
        label="Your name"
        defaultValue={account.name}
        autoComplete="name"
        error={errors.name}
      />
      <FormProblem problem={problem} />
      <div className="buttons">
        <SubmitButton busy={busy} busyWords="Saving …">
          Save name
        </SubmitButton>
        {cancel}
      </div>
    </form>
  )
}
