import { type FormEvent, useRef, useState } from 'react'
import { type Problem, readProblem } from '../api/problem.ts'
import { findRefusedField } from './field-problems.ts'
import { hasProblems, type Problems, useProblems } from './use-problems.ts'

/** The values of a form by field name. A checked checkbox is 'on'; an unchecked one is missing. */
export type FormValues = Partial<Record<string, string>>

interface FormOptions {
  /** Returns the problems that prevent sending, by field. */
  check?: (values: FormValues) => Problems
  /**
   * Sends the form.
   * @throws the errors of fetchWithoutSession; a FailedResponseError is shown as the server's refusal
   */
  send: (values: FormValues) => Promise<void>
  /** The message when no response arrives; by default `UNREACHABLE_MESSAGE`. */
  offline?: string
  /**
   * Whether the form is emptied after it was sent. If the reader changes the form while it is being sent, the form
   * keeps its values.
   */
  clears?: boolean
}

const readForm = (form: HTMLFormElement): FormValues => Object.fromEntries(new FormData(form)) as Record<string, string>

/**
 * Returns the problems of fields in which the browser cannot read the entry, such as a date without its time or
 * letters in place of a number. The value of such a field is empty.
 */
const findUnfinishedEntries = (form: HTMLFormElement): Problems =>
  Object.fromEntries(
    ([...form.elements] as HTMLInputElement[])
      .filter(({ validity }) => validity?.badInput)
      .map(({ name }) => [name, 'This entry is not complete, or cannot be read. Correct it, or empty the field.']),
  )

/**
 * Checks a form and sends it, one call at a time. A problem of a field is shown beside the field, which takes the
 * focus. Any other problem is shown for the whole form. The fields are uncontrolled, so their values stay after a
 * failure.
 */
export function useForm({ check, send, offline, clears = false }: FormOptions) {
  const { props, problems: errors, setProblems } = useProblems()
  const sending = useRef(false)
  const [busy, setBusy] = useState(false)
  const [sent, setSent] = useState<FormValues>({})
  const [problem, setProblem] = useState<Problem | null>(null)
  const [timesCleared, setTimesCleared] = useState(0)

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (sending.current) return
    const { currentTarget } = event
    const values = readForm(currentTarget)
    const newProblems = { ...check?.(values), ...findUnfinishedEntries(currentTarget) }
    setProblem(null)
    setProblems(newProblems)
    if (hasProblems(newProblems)) return
    sending.current = true
    setBusy(true)
    setSent(values)
    try {
      await send(values)
      if (clears && JSON.stringify(readForm(currentTarget)) === JSON.stringify(values)) {
        currentTarget.reset()
        setTimesCleared((times) => times + 1)
      }
    } catch (error) {
      const problem = await readProblem(error, offline)
      const field = findRefusedField(problem.code, currentTarget)
      if (field) setProblems({ [field]: problem.message })
      else setProblem(problem)
    } finally {
      sending.current = false
      setBusy(false)
    }
  }

  return {
    /**
     * The properties of the form element. Because of the method `dialog`, a submit before hydration does not add the
     * values to the URL.
     */
    props: { ...props, onSubmit, method: 'dialog' },
    busy,
    /** The problems by field. A problem stays until its field changes. */
    errors,
    clearErrors: () => {
      setProblems({})
      setProblem(null)
    },
    /** The problem that concerns the whole form. */
    problem,
    sent,
    /**
     * How often the form became empty after it was sent. As a React key, this number resets fields that have their own
     * state.
     */
    timesCleared,
    readValues: (): FormValues => (props.ref.current ? readForm(props.ref.current) : {}),
  }
}
