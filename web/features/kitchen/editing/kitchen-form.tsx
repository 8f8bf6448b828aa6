import type { ReactNode } from 'react'
import type { ManagedKitchen } from '#contract/kitchen.ts'
import { bindFields } from '../../../forms/bind-fields.ts'
import type { findRefusedField } from '../../../forms/field-problems.ts'
import type { Problems } from '../../../forms/use-problems.ts'
import { FieldProblemsContext } from '../../../ui/form/field-frame.tsx'
import { type KitchenPageProps, mayEditKitchen } from '../kitchen-frame.tsx'
import type { FormDraftHandle } from './drafts.ts'
import type { FieldValues } from './merge.ts'
import { SaveBar } from './save-bar.tsx'
import { useValidatedAction } from './use-validated-action.ts'

interface KitchenFormFrameProps<T extends FieldValues> extends KitchenPageProps {
  title: string
  /** The first element of the form, which shows its title. */
  heading?: ReactNode
  edited: FormDraftHandle<T>
  check: (formValues: T) => Problems
  /** Sends the values to the server. @returns the changed kitchen @throws {ApiError} */
  send: (formValues: T) => Promise<ManagedKitchen>
  done: string
  saveLabel: string
  findField?: typeof findRefusedField
  children: (form: {
    field: ReturnType<typeof bindFields<T>>
    problems: Problems
    clearProblems: () => void
  }) => ReactNode
}

/** A form for one part of a kitchen, with a save bar. Staff can only read the form. */
export function KitchenFormFrame<T extends FieldValues>(props: KitchenFormFrameProps<T>) {
  const { kitchen, change, title, heading, edited, check, send, done, saveLabel, findField, children } = props
  const { fields: formValues } = edited
  const form = useValidatedAction()
  const { problems, setProblems, saving } = form
  const save = async () => {
    const saved = await send(formValues)
    edited.drop(formValues)
    change(saved)
  }
  return (
    <form
      {...form.props}
      className="form card"
      aria-label={title}
      onSubmit={(event) => {
        event.preventDefault()
        form.perform(check(formValues), { done, run: save }, findField)
      }}
    >
      {heading}
      <fieldset className="stack" data-gap="large" disabled={!mayEditKitchen(kitchen)}>
        <FieldProblemsContext value={problems}>
          {children({
            field: bindFields(formValues, edited.change),
            problems,
            clearProblems: () => setProblems({}),
          })}
        </FieldProblemsContext>
      </fieldset>
      {mayEditKitchen(kitchen) && <SaveBar label={saveLabel} edited={edited} saving={saving} />}
    </form>
  )
}
