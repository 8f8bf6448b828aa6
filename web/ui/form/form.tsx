import type { ComponentProps, ReactNode } from 'react'
import type { useForm } from '../../forms/use-form.ts'
import { QuietButton } from '../quiet-button.tsx'
import { FieldProblemsContext } from './field-frame.tsx'
import { FormProblem } from './form-problem.tsx'
import { SubmitButton } from './submit-button.tsx'
import '../ui.css'

interface FormProps extends ComponentProps<'form'> {
  form: ReturnType<typeof useForm>
  /** The label of the submit button. */
  submit: string
  /**
   * The label while the form is being sent, such as "Logging in …". A form without it has a secondary submit button,
   * whose label does not change.
   */
  busyText?: string
  /** A button or link that may solve the problem of the whole form. */
  remedy?: ReactNode
  /**
   * The button beside the submit button. With null, the submit button keeps its width beside an empty space. Without
   * this property, the submit button is as wide as the form.
   */
  cancel?: ReactNode
  /** Content below the submit button. */
  footer?: ReactNode
}

/** A form with its fields, the problem of the whole form, and the submit button. */
export function Form({ form, submit, busyText, remedy, cancel, footer, children, ...props }: FormProps) {
  const button = busyText ? (
    <SubmitButton busy={form.busy} busyText={busyText}>
      {submit}
    </SubmitButton>
  ) : (
    <QuietButton type="submit" kind="main" busy={form.busy}>
      {submit}
    </QuietButton>
  )
  return (
    // Without scripts, the browser submits a form with an action by POST.
    <form className="form" {...props} {...form.props} method={props.action ? 'post' : form.props.method}>
      <FieldProblemsContext value={form.errors}>{children}</FieldProblemsContext>
      <FormProblem problem={form.problem}>{remedy}</FormProblem>
      {cancel !== undefined ? (
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
