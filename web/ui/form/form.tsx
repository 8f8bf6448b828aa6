import type { ComponentProps, ReactNode } from 'react'
import type { useForm } from '../../forms/use-form.ts'
import { FormProblem } from './form-problem.tsx'
import { SubmitButton } from './submit-button.tsx'
import '../ui.css'

interface FormProps extends ComponentProps<'form'> {
  form: ReturnType<typeof useForm>
  /** The label of the submit button. */
  submit: string
  /** The label of the submit button while the form is sent, such as "Logging in …". */
  busyText: string
  /** The action that may solve the problem of the whole form. */
  remedy?: ReactNode
  /** The button beside the submit button. */
  cancel?: ReactNode
  /** Stands below the submit button. */
  footer?: ReactNode
}

/** A form with its fields, the problem of the whole form, and the submit button. */
export function Form({ form, submit, busyText, remedy, cancel, footer, children, ...props }: FormProps) {
  const button = (
    <SubmitButton busy={form.busy} busyWords={busyText}>
      {submit}
    </SubmitButton>
  )
  return (
    <form className="form" {...props} {...form.props}>
      {children}
      <FormProblem problem={form.problem}>{remedy}</FormProblem>
      {cancel ? (
        <div className="buttons">
          {button}
          {cancel}
        </div>
      ) : (
        button
      )}
      {footer}
    </form>
  )
}
