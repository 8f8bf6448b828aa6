import { changeName, type MyAccount } from '#contract/my-account.ts'
import { callForJson } from '../../../api/call-api.ts'
import { fieldChecks } from '../../../forms/field-problems.ts'
import { Field } from '../../../ui/form/field.tsx'
import { ExpandableForm } from './expandable-form.tsx'

interface NameSettingProps {
  account: MyAccount
  onChange: (account: MyAccount) => void
}

export const NameSetting = ({ account, onChange }: NameSettingProps) => (
  <div className="card-part">
    <h3>Name</h3>
    <p>{account.name}</p>
    <ExpandableForm
      label="Change name"
      submit="Save name"
      check={({ name = '' }) => ({ name: fieldChecks.name(name) })}
      send={async ({ name = '' }) => {
        onChange(await callForJson(changeName, { body: { name } }))
        return 'Your name is changed.'
      }}
    >
      <Field id="account-name" name="name" label="Your name" defaultValue={account.name} autoComplete="name" />
    </ExpandableForm>
  </div>
)
